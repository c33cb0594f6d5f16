import { createContext, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from "react";
import { useFetcher, useFetchers, useLocation, useRouteLoaderData, useSubmit } from "react-router";
import type { RootData } from "#app/root-data.ts";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { ToggleOutcome } from "./favourites.server.ts";

const ADDED = "Favori ajouté avec succès !";
const REMOVED = "Favori supprimé avec succès !";
const UNKNOWN = "Document not found";
/** URL fragment of the redirect after sign-in has added a favourite. The page shows the toast and removes the fragment. */
export const ADDED_HASH = "#favori";
/** The pages with hearts by their names in `retour` (accounts/return-to.ts); any other page gets « produit ». */
const PLACES: Record<string, string> = {
  "/": "accueil",
  "/boutique": "boutique",
  "/favorite": "favoris",
};
const KEY = "favori-";

type Hearts = {
  /** Ids of the favourite products. */
  marked: ReadonlySet<string>;
  /** The page's `retour` name. */
  place: string;
};

export const HeartsContext = createContext<Hearts>({ marked: new Set(), place: "produit" });

/**
 * Handles all hearts of the page: their state (optimistic while a request is pending), their submit events and their
 * toasts. Mounted once in the root, because a page may have fifty hearts and a card may unmount before the response.
 */
export function Favourites({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root");
  const { pathname } = useLocation();
  const fetchers = useFetchers();
  const submit = useSubmit();
  const [pressed, setPressed] = useState<readonly string[]>([]);

  const marked = new Set(root?.favouriteIds);
  // No optimistic state for a visitor: the server redirects to sign-in.
  for (const { key, formData } of root?.viewer ? fetchers : []) {
    if (!key.startsWith(KEY) || !formData) continue;
    const productId = key.slice(KEY.length);
    if (formData.get("favori") === "1") marked.add(productId);
    else marked.delete(productId);
  }
  const place = PLACES[pathname] ?? "produit";
  const ids = [...marked].join(" ");
  const hearts = useMemo(
    () => ({ marked: new Set(ids.split(" ")), place }),
    // `ids` as a string keeps the context value stable, so that hearts re-render only after a change.
    [ids, place],
  );

  const press = useEffectEvent((productId: string, favori: string) => {
    const action = `/favoris/${productId}`;
    setPressed((others) => (others.includes(productId) ? others : [...others, productId]));
    void submit(
      { favori, voulu: favori },
      // One fetcher per product, so that all its hearts on the page share the optimistic state.
      { method: "post", action, navigate: false, fetcherKey: KEY + productId },
    );
  });

  useEffect(() => {
    if (location.hash !== ADDED_HASH) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    toast.success(ADDED);
  }, []);

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const productId = (event.target as HTMLFormElement).dataset["heart"];
      if (!productId) return;
      event.preventDefault();
      press(productId, (event.submitter as HTMLButtonElement).value);
    };
    window.addEventListener("submit", onSubmit);
    return () => window.removeEventListener("submit", onSubmit);
  }, []);

  return (
    <HeartsContext value={hearts}>
      {children}
      {pressed.map((productId) => (
        <PressedHeart key={productId} productId={productId} onUndo={() => press(productId, "1")} />
      ))}
    </HeartsContext>
  );
}

/**
 * Shows the toast of a heart's outcome. React Router drops the data of a fetcher for which no useFetcher is mounted, so each
 * pressed heart mounts one here.
 */
function PressedHeart({ productId, onUndo }: { productId: string; onUndo: () => void }) {
  const { pathname } = useLocation();
  const { data } = useFetcher<unknown>({ key: KEY + productId });
  useAnswer(isOutcome(data) ? data : null, ({ kind }) => {
    if (kind === "unknown-product") toast.error(UNKNOWN);
    else if (kind === "added") toast.success(ADDED);
    else if (pathname !== "/favorite") toast.success(REMOVED);
    // The favourites page removes the card with its heart, so the toast offers the undo.
    else toast.success(REMOVED, { label: "Annuler", onClick: onUndo });
  });
  return null;
}

function isOutcome(data: unknown): data is Pick<ToggleOutcome, "kind"> {
  return typeof data === "object" && data !== null && "kind" in data;
}
