import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigation, useRouteLoaderData } from "react-router";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { FIELD_NAMES, isSame, type NamedField, type ProductDraft } from "./draft-fields.ts";
import { EMPTY_DRAFT, parseStoredDraft } from "./product-draft.ts";

/**
 * Stores a new product's texts in sessionStorage, so that they survive a reload by the same viewer in the same tab, like the
 * form's uploads. `restore` is called with a stored draft. The caller must call `forget` when the product was saved or the form
 * left.
 */
export function useKeptDraft(
  isNew: boolean,
  draft: ProductDraft,
  restore: (draft: ProductDraft) => void,
): { isRestored: boolean; forget: () => void } {
  const viewerId = useRouteLoaderData<{ viewer: { id: string } | null }>("root")?.viewer?.id;
  const key = isNew && viewerId ? `nouveau-produit ${viewerId}` : null;
  const isHydrated = useHydrated();
  const [hasRead, setHasRead] = useState(false);
  const [isRestored, setIsRestored] = useState(false);
  if (key !== null && isHydrated && !hasRead) {
    setHasRead(true);
    const kept = parseStoredDraft(read(key));
    // A form that was posted without JavaScript and rendered again has newer input.
    if (kept && isBlank(draft)) {
      restore({ ...kept, pictures: [], reason: "" });
      setIsRestored(true);
    }
  }
  useEffect(() => {
    if (key !== null && hasRead) write(key, isBlank(draft) ? null : JSON.stringify(draft));
  }, [key, hasRead, draft]);
  return { isRestored, forget: () => key !== null && write(key, null) };
}

/** Whether nothing is typed yet. */
const isBlank = (draft: ProductDraft) =>
  (Object.keys(FIELD_NAMES) as NamedField[]).every((field) => isSame(field, draft, EMPTY_DRAFT));

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    // Without sessionStorage, a reload starts with an empty form.
    return "";
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without sessionStorage, the draft is not stored.
  }
}

/**
 * Calls `onSaved` when the form is unmounted after it was saved. Otherwise draft and uploads stay stored and can be restored.
 */
export function useWhenSaved(onSaved: () => void) {
  const { location } = useNavigation();
  const isSaved = useRef(false);
  useEffect(() => {
    if (location?.pathname === "/admin/produits")
      isSaved.current = location.search.includes("fait=");
  }, [location]);
  const onUnmount = useEffectEvent(() => {
    if (isSaved.current) onSaved();
  });
  useEffect(() => () => onUnmount(), []);
}
