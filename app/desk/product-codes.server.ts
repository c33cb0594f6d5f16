import { inArray } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";

export type ProductCodes = Record<string, { reference: string | null; ean: string | null }>;

/** The shop's reference and EAN of products, by product id; a deleted one has none. */
export async function codesOf(db: Queryable, productIds: readonly string[]): Promise<ProductCodes> {
  const found = await db
    .select({ id: products.id, reference: products.reference, ean: products.ean })
    .from(products)
    .where(inArray(products.id, [...productIds]));
  return Object.fromEntries(found.map(({ id, reference, ean }) => [id, { reference, ean }]));
}
