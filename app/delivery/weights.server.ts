import { count, isNull } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";

/** How many products have no weight: they count as 0 g. */
export async function countWithoutWeight(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(products)
    .where(isNull(products.weightGrams));
  return row!.count;
}
