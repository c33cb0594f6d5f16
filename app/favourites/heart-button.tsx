import { use } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { HeartsContext } from "./favourites.tsx";

/** What a heart of this page shows, and where it comes back to: a name of the list of places. */
export type Heart = { isFavourite: boolean; place: string };

export function useHeart(productId: string): Heart {
  const { marked, place } = use(HeartsContext);
  return { isFavourite: marked.has(productId), place };
}

type HeartButtonProps = Heart & {
  productId: string;
  /** The product's name, as it is read. */
  name: string;
  /** « card » is a heart in the corner of a card; « text » a line that says what it does. */
  look: "card" | "text";
};

/**
 * Marks a product as favourite, or takes the mark away; a form, so that it works before scripts are there. Afterwards
 * `Favourites` sends it.
 */
export function HeartButton({ productId, name, look, isFavourite, place }: HeartButtonProps) {
  const verb = isFavourite ? "Retirer des favoris" : "Ajouter aux favoris";
  return (
    <form method="post" action={`/favoris/${productId}?retour=${place}`} data-heart={productId}>
      <button
        className={look === "card" ? "card__heart" : "line__rm"}
        name="favori"
        value={isFavourite ? "0" : "1"}
        aria-pressed={isFavourite}
        aria-label={`${verb}\u00a0: ${name}`}
      >
        <Icon name="heart" />
        {look === "text" && <span>{verb}</span>}
      </button>
    </form>
  );
}
