import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { EMPTY_DRAFT, isBlank, parseKept, type ProductDraft } from "./product-draft.ts";

/**
 * A new product's texts outlive a reload of the page, as its uploads do: for the same person, in the same tab, until
 * the product is saved or the form left.
 */
export function useKeptDraft(
  isNew: boolean,
  draft: ProductDraft,
  takeUp: (draft: ProductDraft) => void,
): { isTakenUp: boolean; forget: () => void } {
  const viewerId = useRouteLoaderData<{ viewer: { id: string } | null }>("root")?.viewer?.id;
  const key = isNew && viewerId ? `nouveau-produit ${viewerId}` : null;
  const isHydrated = useHydrated();
  const [isAsked, setIsAsked] = useState(false);
  const [isTakenUp, setIsTakenUp] = useState(false);
  if (key !== null && isHydrated && !isAsked) {
    setIsAsked(true);
    const kept = parseKept(read(key));
    // The answer to a form that was posted without JavaScript is newer.
    if (kept && isBlank(draft)) {
      takeUp({ ...kept, pictures: EMPTY_DRAFT.pictures });
      setIsTakenUp(true);
    }
  }
  useEffect(() => {
    if (key !== null && isAsked) write(key, isBlank(draft) ? null : JSON.stringify(draft));
  }, [key, isAsked, draft]);
  return { isTakenUp, forget: () => key !== null && write(key, null) };
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    // A browser that keeps nothing: a reload begins anew.
    return "";
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // As above.
  }
}
