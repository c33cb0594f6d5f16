import { mergeFields, type Merged } from "#app/ui/areas/form-version.ts";
import { isSame, PRODUCT_FIELDS, type NamedField, type ProductDraft } from "./draft-fields.ts";

/**
 * Three-way merge of two administrators' edits (`mergeFields`). Pictures never conflict: those that either removed are removed, and
 * those that `theirs` added come last. If `mine` did not change the pictures, the result has those of `theirs`.
 */
export function mergeDrafts(
  base: ProductDraft | null,
  theirs: ProductDraft,
  mine: ProductDraft,
): Merged<ProductDraft, NamedField> {
  const { merged, clashes } = mergeFields(PRODUCT_FIELDS, { base, theirs, mine }, shownText);
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

function shownText(field: NamedField, draft: ProductDraft): string {
  if (field === "specifications")
    return draft.specifications.map(({ name, value }) => `${name}\u00a0: ${value}`).join("\n");
  if (field === "productType") return draft.productType || "cosmétique";
  return field === "price" ? `${draft.price}\u00a0€` : draft[field];
}
