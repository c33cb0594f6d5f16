import type { ReactNode } from "react";
import { Link, TextLink } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { displayName, typeset } from "./product-name.ts";
import type { Product, ProductCard, ProductSheet, Specification } from "./product-schema.ts";

/** The part of a product's page with its texts, specifications and facts, and recommended products at the side. */
export function ProductNotice({
  product: { id, composition, specifications },
  description,
  sheet: { rows, allergens },
  recommended,
}: {
  product: Product;
  /** HTML (description.server.tsx). */
  description: string;
  sheet: ProductSheet;
  recommended: ProductCard[];
}) {
  return (
    <div className="section">
      <div className="wrap notice">
        <div className="notice__main">
          {description && (
            <Row title="Description">
              <div
                className="lead text notice__text"
                // oxlint-disable-next-line react/no-danger -- written and escaped by React (description.server.tsx)
                dangerouslySetInnerHTML={{ __html: description }}
              />
            </Row>
          )}
          {composition && (
            <Row title="Composition">
              <p className="notice__inci" lang="la">
                {composition}
              </p>
              {allergens && (
                <p className="notice__inci notice__allergens">
                  <b>Allergènes parfumants&nbsp;:</b> <span lang="la">{allergens}</span>
                </p>
              )}
            </Row>
          )}
          <Pairs title="Spécifications" pairs={specifications} />
          <Pairs title="Informations" pairs={rows} />
          <TextLink to={`/effet-indesirable?produit=${id}`}>Signaler un effet indésirable</TextLink>
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

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="notice__row">
      <h2 className="h4">{title}</h2>
      {children}
    </section>
  );
}

/** A row with a list of names and values; nothing without any. */
function Pairs({ title, pairs }: { title: string; pairs: Specification[] }) {
  if (pairs.length === 0) return null;
  return (
    <Row title={title}>
      <dl className="spec">
        {pairs.map(({ name, value }) => (
          <div key={`${name}: ${value}`}>
            <dt>{typeset(name)}</dt>
            <dd>{typeset(value)}</dd>
          </div>
        ))}
      </dl>
    </Row>
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
        <p className="num soft small">
          <span>{formatPrice(product.priceCents)}</span>
          {product.unitPrice && <span className="card__unit">{` ${product.unitPrice}`}</span>}
        </p>
        <Link className="arrow" to={to}>
          <span>
            Voir le produit<span className="sr">{` ${name}`}</span>
          </span>
        </Link>
      </div>
    </article>
  );
}
