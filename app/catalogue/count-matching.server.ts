import { sql, type SQL } from "drizzle-orm";
import { countBounded } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import { CATEGORIES, type Category } from "./product-schema.ts";

/** Inclusive, in cents. */
export type PriceBounds = { from: number; to: number };
type Matching = {
  /** None means all of them. */
  categories: readonly Category[];
  /** Letter by letter; empty means any. */
  namePrefix: string;
  price: PriceBounds | null;
};

/** How long the beginnings are that `product_tallies` counts (migration 0019). */
const TALLIED = [0, 4, 12];
/** Above every other character, byte by byte. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * How many products match, exactly to MOST_COUNTED; and how many would at any price. A longer beginning than the tallies
 * know is counted one by one, for its price alone.
 */
export async function countMatching(
  db: Queryable,
  { categories, namePrefix, price }: Matching,
): Promise<{ total: number; atAnyPrice: number }> {
  const length = TALLIED.find((tallied) => [...namePrefix].length <= tallied);
  const isOneOf = categories.length > 0 ? sql`AND category IN ${[...categories]}` : sql``;
  const isPriced = price ? sql`price_cents BETWEEN ${price.from} AND ${price.to}` : sql`true`;
  if (length === undefined) {
    const total = await countBounded(
      db,
      sql`FROM products WHERE ${hasPrefix(namePrefix, categories)} AND ${isPriced}`,
    );
    return { total, atAnyPrice: MOST_COUNTED };
  }
  // Without a beginning, the prices asked for stand together.
  const isAsked = namePrefix
    ? sql`beginning >= ${namePrefix} AND beginning < ${namePrefix + LAST_CHARACTER}`
    : sql`beginning = '' AND ${isPriced}`;
  const { rows } = await db.execute<{ total: number; atAnyPrice: number }>(sql`
    SELECT coalesce(sum(count) FILTER (WHERE ${isPriced}), 0)::integer AS total,
      coalesce(sum(count), 0)::integer AS "atAnyPrice"
    FROM product_tallies WHERE length = ${sql.raw(String(length))} AND ${isAsked} ${isOneOf}`);
  return rows[0]!;
}

/** The names that begin with `prefix` letter by letter, in some categories or, with none, in all, for counting: bytes compare faster than French words. */
export function hasPrefix(prefix: string, categories: readonly Category[]): SQL {
  const every = categories.length > 0 ? categories : CATEGORIES;
  return sql`(category IN ${[...every]} AND name COLLATE "C" >= ${prefix} AND name COLLATE "C" < ${prefix + LAST_CHARACTER})`;
}
