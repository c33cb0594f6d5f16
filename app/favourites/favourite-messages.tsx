import { useEffect, useRef } from "react";
import { useFetchers, useLocation, useSubmit } from "react-router";
import { toast } from "#app/ui/toast.tsx";
import type { ToggleOutcome } from "./favourites.server.ts";
import { fetcherKey, productOf } from "./fetcher-key.ts";

const ADDED = "Favori ajouté avec succès !";
const REMOVED = "Favori supprimé avec succès !";
const UNKNOWN = "Document not found";
const FAILED = "Le favori n’a pas pu être enregistré. Réessayez dans un instant.";

/**
 * Says what became of a heart. Mounted once, in the root: the card that held the heart may be gone when the answer
 * comes. On the page of favourites, where the card goes with its heart, what was removed can be taken back.
 */
export function FavouriteMessages() {
  const fetchers = useFetchers();
  const submit = useSubmit();
  const { pathname } = useLocation();
  const said = useRef(new WeakSet<object>());

  useEffect(() => {
    for (const { key, data } of fetchers) {
      const productId = productOf(key);
      if (!productId || !isOutcome(data) || said.current.has(data)) continue;
      said.current.add(data);
      const undo = () =>
        void submit(
          { favori: "1" },
          {
            method: "post",
            action: `/favoris/${productId}`,
            navigate: false,
            fetcherKey: fetcherKey(productId),
          },
        );
      if (data.kind === "failed") toast.error(FAILED);
      else if (data.kind === "unknown-product") toast.error(UNKNOWN);
      else if (data.kind === "added") toast.success(ADDED);
      else if (pathname === "/favorite")
        toast.success(REMOVED, { label: "Annuler", onClick: undo });
      else toast.success(REMOVED);
    }
  }, [fetchers, submit, pathname]);
  return null;
}

function isOutcome(data: unknown): data is { kind: ToggleOutcome["kind"] | "failed" } {
  return typeof data === "object" && data !== null && "kind" in data;
}
