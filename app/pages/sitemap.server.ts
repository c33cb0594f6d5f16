import { desc, sql } from "drizzle-orm";
import { products } from "#db/schema/index.ts";
import type { Category } from "#app/catalogue/product-schema.ts";
import type { Queryable } from "#app/platform/db.server.ts";

/** The protocol's limit for one sitemap, in addresses; some are left for the pages that aren't products. */
const PRODUCT_LIMIT = 50_000 - 100;

export type ProductAddress = { id: string; category: Category; changedAt: Date };

/** Every product's id, category and last change, newest products first; at most what one sitemap holds. */
export async function listProductAddresses(db: Queryable): Promise<ProductAddress[]> {
  return db
    .select({
      id: products.id,
      category: products.category,
      changedAt: sql`coalesce(${products.updatedAt}, ${products.createdAt})`.mapWith(
        products.createdAt,
      ),
    })
    .from(products)
    .orderBy(desc(products.id))
    .limit(PRODUCT_LIMIT);
}
