import { use } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { HeartsContext } from "./favourites.tsx";

/** A heart's state. `place`: name of the page to which a form without scripts is redirected (accounts/return-to.ts). */
export type Heart = { isFavourite: boolean; place: string };

export function useHeart(productId: string): Heart {
  const { marked, place } = use(HeartsContext);
  return { isFavourite: marked.has(productId), place };
}

type HeartButtonProps = Heart & {
  productId: string;
  /** The product's display name. */
  name: string;
  /** « card »: an icon in the corner of a product card; « text »: an icon with a label. */
  variant: "card" | "text";
};

/**
 * Adds a product to the favourites or removes it. A form, so that the button works before hydration; after hydration
 * `Favourites` handles the submit event.
 */
export function HeartButton({ productId, name, variant, isFavourite, place }: HeartButtonProps) {
  const label = isFavourite ? "Retirer des favoris" : "Ajouter aux favoris";
  return (
    <form method="post" action={`/favoris/${productId}?retour=${place}`} data-heart={productId}>
      <button
        className={variant === "card" ? "card__heart" : "line__rm"}
        name="favori"
        value={isFavourite ? "0" : "1"}
        aria-pressed={isFavourite}
        aria-label={`${label}\u00a0: ${name}`}
      >
        <Icon name="heart" />
        {variant === "text" && <span>{label}</span>}
      </button>
    </form>
  );
}
