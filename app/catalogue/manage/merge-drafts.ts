import type { Clash } from "#app/ui/areas/conflict-panel.tsx";
import { FACT_NAMES } from "../facts/product-facts.ts";
import type { ProductDraft } from "./product-draft.ts";
import { filledRows, productName, productText } from "./product-values.ts";

/** The fields' names in the page. */
export const FIELD_NAMES = {
  name: "Nom",
  price: "Prix",
  category: "Catégorie",
  sellingType: "Type de vente",
  reducedUntil: "Réduction annoncée jusqu’au",
  description: "Description",
  composition: "Composition",
  specifications: "Spécifications",
  ...FACT_NAMES,
} as const satisfies Partial<Record<keyof ProductDraft, string>>;
export type TextField = keyof typeof FIELD_NAMES;
export const TEXT_FIELDS = Object.keys(FIELD_NAMES) as TextField[];

/** Whether two drafts are equal in a field, ignoring surrounding white space and empty rows. */
export function isSame(field: keyof ProductDraft, one: ProductDraft, other: ProductDraft): boolean {
  return comparable(field, one) === comparable(field, other);
}

function comparable(field: keyof ProductDraft, draft: ProductDraft): string {
  if (field === "specifications") return JSON.stringify(filledRows(draft.specifications));
  if (field === "pictures") return draft.pictures.join("\n");
  return field === "name" ? productName(draft.name) : productText(draft[field]);
}

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
