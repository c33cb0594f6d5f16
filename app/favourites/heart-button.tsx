import { use } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { HeartsContext } from "./favourites.tsx";

type HeartButtonProps = {
  productId: string;
  /** The product's name, as it is read. */
  name: string;
  /** « card » is a heart in the corner of a card; « text » a line that says what it does. */
  look?: "card" | "text";
};

/**
 * Marks a product as favourite, or takes the mark away; a form, so that it works before scripts are there. Afterwards
 * `Favourites` sends it.
 */
export function HeartButton(props: HeartButtonProps) {
  return <Heart {...props} {...useHeart(props.productId)} />;
}

export type HeartState = {
  isFavourite: boolean;
  /** Of the page, in the list of places to come back to. */ place: string;
};

export function useHeart(productId: string): HeartState {
  const { marked, place } = use(HeartsContext);
  return { isFavourite: marked.has(productId), place };
}

/** The same, of what it is told alone. */
export function Heart({
  productId,
  name,
  look = "card",
  isFavourite,
  place,
}: HeartButtonProps & HeartState) {
  const verb = isFavourite ? "Retirer des favoris" : "Ajouter aux favoris";
  return (
    <form method="post" action={`/favoris/${productId}?retour=${place}`} data-heart={productId}>
      <button
        className={look === "card" ? "card__heart" : "line__rm"}
        name="favori"
        value={isFavourite ? "0" : "1"}
        aria-pressed={isFavourite}
        aria-label={`${verb} : ${name}`}
      >
        <Icon name="heart" />
        {look === "text" && <span>{verb}</span>}
      </button>
    </form>
  );
}
