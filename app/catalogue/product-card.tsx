import { memo } from "react";
import { HeartButton, useHeart, type Heart } from "#app/favourites/heart-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Memoized } from "#app/ui/memoized.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { Stars } from "#app/ui/stars.tsx";
import { PriorPrice } from "./prior-price.tsx";
import { cardName, displayName } from "./product-name.ts";
import type { ProductCard as Product } from "./product-schema.ts";

/** The `sizes` attribute of a card's picture. */
export const GRID_SIZES =
  "(min-width: 1630px) 240px, (min-width: 1487px) 290px, (min-width: 1044px) 24vw, (min-width: 1000px) 23vw, (min-width: 640px) 31vw, calc(50vw - 24px)";
export const CAROUSEL_SIZES =
  "(min-width: 1500px) 200px, (min-width: 1200px) 19vw, (min-width: 768px) 31vw, (min-width: 640px) 47vw, 92vw";

type ProductCardProps = {
  product: Product;
  /** GRID_SIZES or CAROUSEL_SIZES. */
  sizes: string;
  /** Loads the picture eagerly, for a card in the first view. */
  priority?: boolean;
};

/** A product in a list: one link for picture and name, the favourite button and 'Acheter'. */
export function ProductCard(props: ProductCardProps) {
  const heart = useHeart(props.product.id);
  return (
    <Memoized
      as="article"
      className="card"
      contents={CardContents}
      props={{ ...props, ...heart }}
    />
  );
}

/** Memoized, so that a card renders again only when its own favourite changes, not with every favourite of the page. */
const CardContents = memo(function CardContents({
  product,
  sizes,
  priority,
  ...heart
}: ProductCardProps & Heart) {
  const name = displayName(product.name);
  const shortName = cardName(product.name);
  const to = `/produit/${product.id}`;
  return (
    <>
      <Link className="card__link" to={to} growPicture>
        <span className="card__pic">
          {product.picture && (
            <Picture
              picture={product.picture}
              alt=""
              sizes={sizes}
              displayWidth={640}
              priority={priority}
            />
          )}
          {product.isSoldOut && <span className="tag card__tag">Épuisé</span>}
        </span>
        <span className="card__name">
          {shortName === name ? (
            name
          ) : (
            <>
              <span aria-hidden="true">{shortName}</span>
              <span className="sr">{name}</span>
            </>
          )}
        </span>
        {product.family && <span className="card__family">{product.family.text}</span>}
      </Link>
      <HeartButton variant="card" productId={product.id} name={name} {...heart} />
      <Stars rating={product.rating} count={product.ratingCount} />
      <div className="card__buy">
        <p className="price">
          <PriorPrice cents={product.priorCents} />
          <span>
            {product.family?.isFrom ? (
              <>
                <small>dès&nbsp;</small>
                <span>{formatPrice(product.priceCents)}</span>
              </>
            ) : (
              formatPrice(product.priceCents)
            )}
          </span>
          {product.unitPrice && <span className="card__unit">{` ${product.unitPrice}`}</span>}
        </p>
        <ButtonLink variant="secondary" size="s" to={to} aria-label={`Acheter ${name}`}>
          Acheter
        </ButtonLink>
      </div>
    </>
  );
});
