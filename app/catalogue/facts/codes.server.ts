import { or, sql, type SQL } from "drizzle-orm";
import { products } from "#db/schema/index.ts";

/**
 * SQL of whether a product's reference (in any case) or EAN is the searched text (indexes products_reference and
 * products_ean). The spaces and hyphens of an EAN are ignored.
 */
export function hasCode(search: string): SQL | undefined {
  const digits = search.replace(/[\s-]/g, "");
  return or(
    sql`upper(${products.reference}) = upper(${search.trim()})`,
    /^\d{8,13}$/.test(digits)
      ? sql`${products.ean} = ${digits.length === 12 ? `0${digits}` : digits}`
      : undefined,
  );
}
