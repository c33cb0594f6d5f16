import type { AuditedChange } from "#db/schema/audit.ts";
import { formatPrice } from "#app/ui/price.ts";
import {
  FIELD_OF,
  productCells,
  readSpecifications,
  writeSpecifications,
  type TextColumn,
} from "./csv-columns.ts";
import { productText, type ProductTexts, type Specification } from "./product-schema.ts";

/**
 * The product with what is said of it anew, and what that changes, field by field as the audit trail tells it. A field
 * that says the same with other white space around it stays as it was.
 */
export function withChanges<T extends ProductTexts>(
  before: T,
  said: Partial<ProductTexts>,
): { after: T; changes: AuditedChange[] } {
  const wanted = { ...before, ...said };
  const [stored, asked] = [comparable(before), comparable(wanted)];
  const columns = (Object.keys(FIELD_OF) as TextColumn[]).filter(
    (column) => productText(stored[column]) !== productText(asked[column]),
  );
  const changed = columns.map((column) => [FIELD_OF[column], wanted[FIELD_OF[column]]]);
  const [told, now] = [productCells(before), productCells(wanted)];
  return {
    after: { ...before, ...Object.fromEntries(changed) },
    changes: columns.map((column) => ({
      field: column,
      before: column === "prix" ? formatPrice(before.priceCents) : told[column],
      after: column === "prix" ? formatPrice(wanted.priceCents) : now[column],
    })),
  };
}

/** The columns of the fields that said something before, and nothing after. */
export function emptied(changes: readonly AuditedChange[]): string[] {
  return changes.filter(({ before, after }) => before && !after).map(({ field }) => field);
}

/**
 * What a line of a file says anew of a product: a cell cannot say which of several colons ends a name, so pairs that
 * the export would write as they are read say nothing.
 */
export function saidAnew(
  before: ProductTexts,
  { specifications, ...others }: Partial<ProductTexts>,
): Partial<ProductTexts> {
  const isEcho = specifications && asRead(specifications) === asRead(before.specifications);
  return specifications && !isEcho ? { ...others, specifications } : others;
}

function comparable(product: ProductTexts): Record<TextColumn, string> {
  const pairs = product.specifications.map(({ name, value }) => [name, value].map(productText));
  return { ...productCells(product), spécifications: JSON.stringify(pairs) };
}

function asRead(specifications: readonly Specification[]): string {
  return writeSpecifications(readSpecifications(writeSpecifications(specifications)) ?? []);
}
