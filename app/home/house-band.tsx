import { Fragment } from "react";
import { displayName } from "#app/catalogue/product-name.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Memoized } from "#app/ui/memoized.tsx";
import type { HouseProduct } from "./home-lists.server.ts";
import type { HouseTexts } from "./home-view.ts";

/** How many plants of the composition are shown. */
const PLANTS = 2;
const PLANT = /\b(Flower|Seed|Leaf|Fruit|Root|Bark)\b/;

type HouseBandProps = { product: HouseProduct | null; texts: HouseTexts };

/** The brand section, with the composition of one product. */
export function HouseBand(props: HouseBandProps) {
  return (
    <Memoized
      as="section"
      className="section band"
      aria-labelledby="promesse"
      contents={HouseBandContents}
      props={props}
    />
  );
}

function HouseBandContents({ product, texts }: HouseBandProps) {
  const { houseLabel, houseTitle, houseEmphasis, houseText, houseAction } = texts;
  return (
    <div className="wrap promise">
      <div className="promise__say">
        {houseLabel && <p className="label">{houseLabel}</p>}
        <h2 className="h2" id="promesse">
          {houseEmphasis ? `${houseTitle} ` : houseTitle}
          {houseEmphasis && <em>{houseEmphasis}</em>}
        </h2>
        {houseText && <p className="soft">{houseText}</p>}
        {product && houseAction && (
          <p>
            <Link className="arrow" to={`/produit/${product.id}`}>
              <span>{houseAction}</span>
              <Icon name="arrow-right" />
            </Link>
          </p>
        )}
      </div>
      {product?.composition && (
        <div className="promise__list">
          <p className="label">
            {[displayName(product.name), product.contents].filter(Boolean).join(", ")}
          </p>
          <p className="promise__inci" lang="la">
            <Composition text={product.composition} />
          </p>
        </div>
      )}
    </div>
  );
}

function Composition({ text }: { text: string }) {
  const ingredients = [...new Set(text.split(", "))];
  const plants = new Set(
    ingredients.filter((ingredient) => PLANT.test(ingredient)).slice(0, PLANTS),
  );
  return ingredients.map((ingredient, index) => (
    <Fragment key={ingredient}>
      <span>{index > 0 && ", "}</span>
      {plants.has(ingredient) ? <span>{ingredient}</span> : ingredient}
    </Fragment>
  ));
}
