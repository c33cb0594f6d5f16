import { asc, gte, max, sql } from "drizzle-orm";
import type { Category } from "#app/catalogue/product-schema.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";

/** Products of one part: few milliseconds to read and write (the protocol allows 50,000 addresses). */
const PART_SIZE = 2_000;

const lastChange = sql`coalesce(${products.updatedAt}, ${products.createdAt})`;

/** How many parts the sitemap of this catalogue has, at least one. */
export async function countSitemapParts(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`SELECT coalesce(sum(count), 0)::integer AS total FROM product_counts`,
  );
  return Math.max(1, Math.ceil(rows[0]!.total / PART_SIZE));
}

/** Id and last change of the products of one part, 1 for the first: in the order of their ids, so that new ones come last. */
export async function listProductAddresses(
  db: Queryable,
  part: number,
): Promise<{ id: string; changedAt: Date }[]> {
  // Ids alone are passed over, in their index.
  const first = sql`(SELECT id FROM products ORDER BY id OFFSET ${(part - 1) * PART_SIZE}::integer LIMIT 1)`;
  return db
    .select({ id: products.id, changedAt: lastChange.mapWith(products.createdAt) })
    .from(products)
    .where(gte(products.id, first))
    .orderBy(asc(products.id))
    .limit(PART_SIZE);
}

/** The categories that sell something, each with the last change among its products. */
export async function listCategoryChanges(
  db: Queryable,
): Promise<{ category: Category; changedAt: Date }[]> {
  const changedAt = max(lastChange).mapWith(products.createdAt);
  return db
    .select({ category: products.category, changedAt })
    .from(products)
    .groupBy(products.category) as Promise<{ category: Category; changedAt: Date }[]>;
}
