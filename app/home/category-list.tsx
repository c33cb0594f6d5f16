import {
  categoryHref,
  type Category,
  type Picture as StoredPicture,
} from "#app/catalogue/product-schema.ts";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Memoized } from "#app/ui/memoized.tsx";
import { Picture } from "#app/ui/picture.tsx";

export type CategoryTile = { category: Category; count: number; picture: StoredPicture | null };

type CategoryListProps = { tiles: CategoryTile[] };

/** Links to the categories that have products, with their pictures and numbers of products. */
export function CategoryList(props: CategoryListProps) {
  return (
    <Memoized
      as="section"
      className="section"
      aria-labelledby="categories"
      contents={CategoryListContents}
      props={props}
    />
  );
}

function CategoryListContents({ tiles }: CategoryListProps) {
  return (
    <div className="wrap">
      <div className="car__head">
        <h2 className="h3" id="categories">
          Par catégorie
        </h2>
        <Link className="arrow" to="/boutique">
          <span>Toute la boutique</span>
          <Icon name="arrow-right" />
        </Link>
      </div>
      <ul className="cats">
        {tiles.map(({ category, count, picture }) => (
          <li key={category}>
            <Link to={categoryHref(category)}>
              {picture ? (
                <Picture picture={picture} alt="" sizes="88px" displayWidth={176} />
              ) : (
                <i className="cats__pic" />
              )}
              <b>{category}</b>
              <span>
                <span>{boundedNumber(count)}</span>
                <i>{count > 1 ? " produits" : " produit"}</i>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
