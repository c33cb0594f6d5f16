import type { AuditedChange } from "#db/schema/audit.ts";
import { formatPrice } from "#app/ui/price.ts";
import {
  FIELD_OF,
  productCells,
  readSpecifications,
  writeSpecifications,
  type TextColumn,
} from "./product-csv.ts";
import { productText, type ProductTexts } from "./product-schema.ts";

/**
 * The product with what is said of it anew, and what that changes, field by field as the audit trail tells it. A field
 * that says the same in other white space, or that a line of text cannot say better, stays as it was.
 */
export function withChanges<T extends ProductTexts>(
  before: T,
  said: Partial<ProductTexts>,
): { after: T; changes: AuditedChange[] } {
  const wanted = { ...before, ...said };
  const [told, now] = [productCells(before), productCells(wanted)];
  const columns = (Object.keys(FIELD_OF) as TextColumn[]).filter(
    (column) => asRead(column, told[column]) !== asRead(column, now[column]),
  );
  const changed = columns.map((column) => [FIELD_OF[column], wanted[FIELD_OF[column]]]);
  return {
    after: { ...before, ...Object.fromEntries(changed) },
    changes: columns.map((column) => ({
      field: column,
      before: column === "prix" ? formatPrice(before.priceCents) : told[column],
      after: column === "prix" ? formatPrice(wanted.priceCents) : now[column],
    })),
  };
}

/** What of a cell comes back when it is read again: not every white space, nor which colon ends a name. */
function asRead(column: TextColumn, cell: string): string {
  return column === "spécifications"
    ? writeSpecifications(readSpecifications(cell) ?? [])
    : productText(cell);
}
