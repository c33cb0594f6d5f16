import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { displayName, typeset } from "./product-name.ts";
import type { Product, ProductCard } from "./product-schema.ts";

/** The part of a product's page with description, composition and specifications, and recommended products at the side. */
export function ProductNotice({
  product,
  recommended,
}: {
  product: Product;
  recommended: ProductCard[];
}) {
  const { description, composition, specifications } = product;
  return (
    <div className="section">
      <div className="wrap notice">
        <div className="notice__main">
          {description && (
            <section className="notice__row">
              <h2 className="h4">Description</h2>
              <p className="lead text notice__text">{typeset(description)}</p>
            </section>
          )}
          {composition && (
            <section className="notice__row">
              <h2 className="h4">Composition</h2>
              <p className="notice__inci" lang="la">
                {composition}
              </p>
            </section>
          )}
          {specifications.length > 0 && (
            <section className="notice__row">
              <h2 className="h4">Spécifications</h2>
              <dl className="spec">
                {specifications.map(({ name, value }) => (
                  <div key={`${name}: ${value}`}>
                    <dt>{typeset(name)}</dt>
                    <dd>{typeset(value)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
        </div>
        {recommended.length > 0 && (
          <section className="notice__side" aria-labelledby="recommandations">
            <h2 className="h4" id="recommandations">
              Recommandations
            </h2>
            <div className="recos">
              {recommended.map((other) => (
                <Recommendation key={other.id} product={other} />
              ))}
            </div>
          </section>
        )}
      </div>
    </div>
  );
}

function Recommendation({ product }: { product: ProductCard }) {
  const to = `/produit/${product.id}`;
  const name = displayName(product.name);
  return (
    <article className="reco">
      <Link to={to} tabIndex={-1} aria-hidden="true">
        {product.picture && (
          <Picture picture={product.picture} alt="" sizes="104px" displayWidth={240} />
        )}
      </Link>
      <div>
        <Link to={to}>
          <b>{name}</b>
        </Link>
        <p className="num soft small">{formatPrice(product.priceCents)}</p>
        <Link className="arrow" to={to}>
          <span>
            Voir le produit<span className="sr"> {name}</span>
          </span>
        </Link>
      </div>
    </article>
  );
}
