import {
  createContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useFetcher, useFetchers, useLocation, useRouteLoaderData, useSubmit } from "react-router";
import type { RootData } from "#app/root.tsx";
import { toast } from "#app/ui/toast.tsx";
import type { ToggleOutcome } from "./favourites.server.ts";

const ADDED = "Favori ajouté avec succès !";
const REMOVED = "Favori supprimé avec succès !";
const UNKNOWN = "Document not found";
/** Ends the address that a visitor's heart leads back to, set while they signed in: it is told there, once. */
export const SET_HEART = "#favori";
/** Where a heart pressed without scripts comes back to; the product's own page for any other. */
const PLACES: Record<string, string> = {
  "/": "accueil",
  "/boutique": "boutique",
  "/favorite": "favoris",
};
const KEY = "favori-";

type Hearts = {
  marked: ReadonlySet<string>;
  /** The page's name in the list of places to come back to. */
  place: string;
};

/** What the hearts of a page show. */
export const HeartsContext = createContext<Hearts>({ marked: new Set(), place: "produit" });

/**
 * Answers for every heart of the page: what it shows, also while the server hasn't answered yet; what pressing it
 * does; what is said of it. Mounted once, in the root: a page has fifty hearts, and the card that held one may be
 * gone when the answer comes.
 */
export function Favourites({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root");
  const { pathname } = useLocation();
  const fetchers = useFetchers();
  const submit = useSubmit();
  const [pressed, setPressed] = useState<readonly string[]>([]);

  const marked = new Set(root?.favouriteIds);
  // A visitor is about to sign in instead.
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
    // Who shows a heart is drawn again when one of them changes, not with every answer.
    [ids, place],
  );

  const press = useEffectEvent((productId: string, favori: string) => {
    const action = `/favoris/${productId}`;
    setPressed((others) => (others.includes(productId) ? others : [...others, productId]));
    void submit(
      { favori, voulu: favori },
      // One fetcher for each product: all its hearts on the page show and do the same.
      { method: "post", action, navigate: false, fetcherKey: KEY + productId },
    );
  });

  useEffect(() => {
    if (location.hash !== SET_HEART) return;
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

/** Says what became of a heart. Its own fetcher keeps the answer: one that nobody holds may be gone before it is drawn. */
function PressedHeart({ productId, onUndo }: { productId: string; onUndo: () => void }) {
  const { pathname } = useLocation();
  const { data } = useFetcher<unknown>({ key: KEY + productId });
  const said = useRef<unknown>(undefined);
  const undo = useEffectEvent(onUndo);
  useEffect(() => {
    if (!isOutcome(data) || said.current === data) return;
    said.current = data;
    if (data.kind === "unknown-product") toast.error(UNKNOWN);
    else if (data.kind === "added") toast.success(ADDED);
    else if (pathname !== "/favorite") toast.success(REMOVED);
    // There the card goes with its heart: it can be taken back.
    else toast.success(REMOVED, { label: "Annuler", onClick: () => undo() });
  }, [data, pathname]);
  return null;
}

function isOutcome(data: unknown): data is Pick<ToggleOutcome, "kind"> {
  return typeof data === "object" && data !== null && "kind" in data;
}
