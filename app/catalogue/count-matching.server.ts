import { sql, type SQL } from "drizzle-orm";
import { countBounded } from "#app/platform/bounded-count.server.ts";
import { fixed, type Queryable } from "#app/platform/db.server.ts";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import { CATEGORIES, type Category } from "./product-schema.ts";
import type { CategoryCount } from "./products.server.ts";

/** Inclusive, in cents. */
export type PriceBounds = { from: number; to: number };
type Matching = {
  /** None means all of them. */
  categories: readonly Category[];
  /** Letter by letter; empty means any. */
  namePrefix: string;
  price: PriceBounds | null;
};

/** How long the beginnings are that `product_tallies` counts (count_moves() in db/migrations/0003_catalogue.sql). */
const TALLIED = [0, 4, 12];
/** Above every other character, byte by byte. */
const LAST_CHARACTER = "\u{10FFFF}";

export type Counted = {
  /** How many match, exactly to MOST_COUNTED. */
  total: number;
  /** How many would at any price. */
  atAnyPrice: number;
  /** How many of each category match the beginning and the prices; null when they are too many to be counted one by one. */
  ofEach: CategoryCount[] | null;
};

/**
 * Counts the products that match. A longer beginning than the tallies know is counted one by one, for its price alone.
 */
export async function countMatching(db: Queryable, matching: Matching): Promise<Counted> {
  const { categories, namePrefix, price } = matching;
  const length = TALLIED.find((tallied) => [...namePrefix].length <= tallied);
  if (length === undefined) return countOneByOne(db, matching);
  const isPriced = pricedAs(price);
  // Without a beginning, the prices asked for stand together.
  const isAsked = namePrefix
    ? sql`beginning >= ${namePrefix} AND beginning < ${namePrefix + LAST_CHARACTER}`
    : sql`beginning = '' AND ${isPriced}`;
  const { rows } = await db.execute<CategoryCount & { atAnyPrice: number }>(sql`
    SELECT category, coalesce(sum(count) FILTER (WHERE ${isPriced}), 0)::integer AS count, sum(count)::integer AS "atAnyPrice"
    FROM product_tallies WHERE length = ${sql.raw(String(length))} AND ${isAsked} GROUP BY category`);
  const chosen = rows.filter(({ category }) => isAmong(categories, category));
  return {
    total: sumOf(chosen.map(({ count }) => count)),
    atAnyPrice: sumOf(chosen.map(({ atAnyPrice }) => atAnyPrice)),
    ofEach: inFixedOrder(rows),
  };
}

async function countOneByOne(
  db: Queryable,
  { categories, namePrefix, price }: Matching,
): Promise<Counted> {
  const begins = (among: readonly Category[]) =>
    sql`FROM products WHERE ${hasPrefix(namePrefix, among)} AND ${pricedAs(price)}`;
  const { rows } = await db.execute<CategoryCount>(sql`
    SELECT category, count(*)::integer AS count
    FROM (SELECT category ${begins([])} LIMIT ${fixed(MOST_COUNTED + 1)}) AS begun GROUP BY category`);
  const areAllCounted = sumOf(rows.map(({ count }) => count)) <= MOST_COUNTED;
  const chosen = rows.filter(({ category }) => isAmong(categories, category));
  return {
    total: areAllCounted
      ? sumOf(chosen.map(({ count }) => count))
      : await countBounded(db, begins(categories)),
    atAnyPrice: MOST_COUNTED,
    ofEach: areAllCounted ? inFixedOrder(rows) : null,
  };
}

const pricedAs = (price: PriceBounds | null) =>
  price ? sql`price_cents BETWEEN ${price.from} AND ${price.to}` : sql`true`;
const isAmong = (categories: readonly Category[], category: Category) =>
  categories.length === 0 || categories.includes(category);
const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
const inFixedOrder = (counted: CategoryCount[]) =>
  CATEGORIES.map((category) => ({
    category,
    count: counted.find((one) => one.category === category)?.count ?? 0,
  }));

/** The names that begin with `prefix` letter by letter, in some categories or, with none, in all, for counting: bytes compare faster than French words. */
export function hasPrefix(prefix: string, categories: readonly Category[]): SQL {
  const every = categories.length > 0 ? categories : CATEGORIES;
  return sql`(category IN ${[...every]} AND name COLLATE "C" >= ${prefix} AND name COLLATE "C" < ${prefix + LAST_CHARACTER})`;
}
