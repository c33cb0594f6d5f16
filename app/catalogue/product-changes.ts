import { formatPrice } from "#app/ui/price.ts";
import type { AuditedChange } from "#db/schema/audit.ts";
import {
  FIELDS_OF,
  productCells,
  readSpecifications,
  writeSpecifications,
  type TextColumn,
} from "./csv-columns.ts";
import { productText } from "./manage/product-values.ts";
import type { ProductTexts, Specification } from "./product-schema.ts";

/**
 * Applies new values to a product. Returns the changed product (`after`) and the changes by field for the audit trail. A field
 * whose new value differs only in surrounding white space stays unchanged.
 */
export function withChanges<T extends ProductTexts>(
  before: T,
  values: Partial<ProductTexts>,
): { after: T; changes: AuditedChange[] } {
  const next = { ...before, ...values };
  const [stored, requested] = [comparable(before), comparable(next)];
  const columns = (Object.keys(FIELDS_OF) as TextColumn[]).filter(
    (column) => productText(stored[column]) !== productText(requested[column]),
  );
  const changed = columns.flatMap((column) =>
    FIELDS_OF[column].map((field) => [field, next[field]] as const),
  );
  const [shownBefore, shownAfter] = [shownCells(before), shownCells(next)];
  return {
    after: { ...before, ...Object.fromEntries(changed) },
    changes: columns.map((column) => ({
      field: column,
      before: shownBefore[column],
      after: shownAfter[column],
    })),
  };
}

/** The cells as people read them in the history. */
const shownCells = (product: ProductTexts): Record<TextColumn, string> => ({
  ...productCells(product),
  prix: formatPrice(product.priceCents),
  catégorie: product.category,
  "type de produit": product.productType === null ? "cosmétique" : "autre",
});

/** The columns whose field had a value before and has none after. */
export function emptied(changes: readonly AuditedChange[]): string[] {
  return changes.filter(({ before, after }) => before && !after).map(({ field }) => field);
}

/**
 * The values of a CSV line, without `specifications` if these are unchanged. In a cell, any of several colons may end a name,
 * so pairs that the export would write the same way count as unchanged.
 */
export function withoutUnchangedPairs(
  before: ProductTexts,
  { specifications, ...others }: Partial<ProductTexts>,
): Partial<ProductTexts> {
  const isUnchanged =
    specifications && roundTrip(specifications) === roundTrip(before.specifications);
  return specifications && !isUnchanged ? { ...others, specifications } : others;
}

function comparable(product: ProductTexts): Record<TextColumn, string> {
  const pairs = product.specifications.map(({ name, value }) => [name, value].map(productText));
  return { ...productCells(product), spécifications: JSON.stringify(pairs) };
}

function roundTrip(specifications: readonly Specification[]): string {
  return writeSpecifications(readSpecifications(writeSpecifications(specifications)) ?? []);
}
