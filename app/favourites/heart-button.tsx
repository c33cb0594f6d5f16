import { useFetcher, useLocation, useRouteLoaderData } from "react-router";
import type { RootData } from "#app/root.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { action } from "./favourite-endpoint.ts";
import { fetcherKey } from "./fetcher-key.ts";

type HeartButtonProps = {
  productId: string;
  /** The product's name, as it is read. */
  name: string;
  /** « card » is a heart in the corner of a card; « text » a line that says what it does. */
  look?: "card" | "text";
};

/** Marks a product as favourite, or takes the mark away; a form, so that it works before scripts are there. */
export function HeartButton({ productId, name, look = "card" }: HeartButtonProps) {
  const fetcher = useFetcher<typeof action>({ key: fetcherKey(productId) });
  const root = useRouteLoaderData<RootData>("root");
  // What was just asked for, before the server has said so; a visitor is about to sign in instead.
  const asked = root?.viewer ? fetcher.formData?.get("favori") : null;
  const isMarked = root?.favouriteIds.includes(productId) ?? false;
  const isFavourite = asked ? asked === "1" : isMarked;
  const place = usePlace();
  const verb = isFavourite ? "Retirer des favoris" : "Ajouter aux favoris";
  return (
    <fetcher.Form method="post" action={`/favoris/${productId}`} preventScrollReset>
      <input type="hidden" name="retour" value={place} />
      <input type="hidden" name="favori" value={isFavourite ? "0" : "1"} />
      <button
        className={look === "card" ? "card__heart" : "line__rm"}
        aria-pressed={isFavourite}
        aria-label={`${verb} : ${name}`}
      >
        <Icon name="heart" />
        {look === "text" && <span>{verb}</span>}
      </button>
    </fetcher.Form>
  );
}

/** The name of this page in the list of places to come back to; the product's own page for any other. */
function usePlace(): string {
  const { pathname } = useLocation();
  const places: Record<string, string> = {
    "/": "accueil",
    "/boutique": "boutique",
    "/favorite": "favoris",
  };
  return places[pathname] ?? "produit";
}
