import type { Clash } from "#app/ui/areas/conflict-panel.tsx";
import { isSame, TEXT_FIELDS, type ProductDraft, type TextField } from "./draft-fields.ts";

/**
 * Three-way merge of two administrators' edits. `theirs` is saved, `mine` is not; both started from `base` (null: unknown). A
 * field that one administrator changed gets the changed value. A field that both changed to different values is a clash: it
 * keeps the value of `mine` until the administrator chooses.
 */
export function mergeDrafts(
  base: ProductDraft | null,
  theirs: ProductDraft,
  mine: ProductDraft,
): { merged: ProductDraft; clashes: Clash<TextField>[] } {
  const merged = { ...mine };
  const clashes: Clash<TextField>[] = [];
  for (const field of TEXT_FIELDS) {
    if (isSame(field, mine, theirs)) continue;
    if (base && isSame(field, mine, base)) copyField(merged, theirs, field);
    else if (!base || !isSame(field, theirs, base))
      clashes.push({ field, theirs: shownText(theirs, field), mine: shownText(mine, field) });
  }
  const known = base?.pictures ?? mine.pictures;
  merged.pictures =
    base && isSame("pictures", mine, base)
      ? theirs.pictures
      : [
          ...mine.pictures.filter((path) => theirs.pictures.includes(path)),
          ...theirs.pictures.filter((path) => !known.includes(path)),
        ];
  return { merged, clashes };
}

/** Copies one field of a draft into another draft. */
export function copyField(into: ProductDraft, from: ProductDraft, field: TextField): void {
  if (field === "specifications") into.specifications = from.specifications;
  else into[field] = from[field];
}

function shownText(draft: ProductDraft, field: TextField): string {
  if (field === "specifications")
    return draft.specifications.map(({ name, value }) => `${name}\u00a0: ${value}`).join("\n");
  if (field === "category") return draft.category;
  if (field === "productType") return draft.productType || "cosmétique";
  return field === "price" ? `${draft.price}\u00a0€` : draft[field];
}
