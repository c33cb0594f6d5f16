import { asc, gte, max, sql } from "drizzle-orm";
import type { Category } from "#app/catalogue/product-schema.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";

/** Products per part of the sitemap, few enough to take some milliseconds. The protocol allows 50,000 URLs. */
const PART_SIZE = 2_000;

const lastChange = sql`coalesce(${products.updatedAt}, ${products.createdAt})`.mapWith(
  products.createdAt,
);

/** The number of parts of the sitemap, at least 1. */
export async function countSitemapParts(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`SELECT coalesce(sum(count), 0)::integer AS total FROM product_counts`,
  );
  return Math.max(1, Math.ceil(rows[0]!.total / PART_SIZE));
}

/**
 * Ids and last changes of the products in a part (numbered from 1), ordered by id, so that new products are in the last part.
 */
export async function listProductAddresses(
  db: Queryable,
  part: number,
): Promise<{ id: string; changedAt: Date }[]> {
  // The OFFSET counts ids in an index-only scan, without reading the rows.
  const first = sql`(SELECT id FROM products ORDER BY id OFFSET ${(part - 1) * PART_SIZE}::integer LIMIT 1)`;
  return db
    .select({ id: products.id, changedAt: lastChange })
    .from(products)
    .where(gte(products.id, first))
    .orderBy(asc(products.id))
    .limit(PART_SIZE);
}

/** The categories with products, each with the last change of its products. */
export async function listCategoryChanges(
  db: Queryable,
): Promise<{ category: Category; changedAt: Date }[]> {
  const changedAt = max(lastChange).mapWith(products.createdAt);
  return db
    .select({ category: products.category, changedAt })
    .from(products)
    .groupBy(products.category) as Promise<{ category: Category; changedAt: Date }[]>;
}
