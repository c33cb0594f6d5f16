import { sql, type SQL } from "drizzle-orm";
import { sqlLiteral } from "#app/platform/db.server.ts";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import { beginsWith } from "./list-order.server.ts";
import { CATEGORIES, type Category } from "./product-schema.ts";

/** Inclusive bounds of a price, in cents. */
export type PriceBounds = { from: number; to: number };

/** The number of matching products of a category; `atAnyPrice` is their number without the filter by price. */
export type MatchingCount = { category: Category; count: number; atAnyPrice: number };

/** The lengths of the name prefixes by which the table `product_tallies` counts products (0003_catalogue.sql). */
const TALLIED = [0, 4, 12];
/** Sorts after all other characters in byte order (COLLATE "C"). */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * A subquery that counts, for each category, the products whose names start with exactly `namePrefix` (empty means any) and
 * whose price is within `price`. Its result is a JSON array of MatchingCount. For a prefix longer than those of
 * `product_tallies`, rows are counted one by one, up to MOST_COUNTED + 1.
 */
export function matchingCounts(namePrefix: string, price: PriceBounds | null): SQL {
  const length = TALLIED.find((tallied) => [...namePrefix].length <= tallied);
  const isPriced = price ? sql`price_cents BETWEEN ${price.from} AND ${price.to}` : sql`true`;
  const counts =
    length === undefined
      ? countedRows(sql`${beginsWith(namePrefix)} AND ${isPriced}`)
      : tallied(length, namePrefix, isPriced);
  return sql`(SELECT coalesce(json_agg(counts), '[]') FROM (${counts}) AS counts)`;
}

const tallied = (length: number, prefix: string, isPriced: SQL) => sql`
  SELECT category, coalesce(sum(count) FILTER (WHERE ${isPriced}), 0)::integer AS count, sum(count)::integer AS "atAnyPrice"
  FROM product_tallies
  WHERE length = ${sqlLiteral(length)} AND ${prefix ? sql`beginning >= ${prefix} AND beginning < ${prefix + LAST_CHARACTER}` : sql`beginning = ''`}
  GROUP BY category`;

const countedRows = (condition: SQL) =>
  sql.join(
    CATEGORIES.map(
      (
        category,
      ) => sql`SELECT ${sqlLiteral(category)} AS category, count(*)::integer AS count, count(*)::integer AS "atAnyPrice"
      FROM (SELECT FROM products WHERE category = ${sqlLiteral(category)} AND ${condition} LIMIT ${sqlLiteral(MOST_COUNTED + 1)}) AS matching`,
    ),
    sql` UNION ALL `,
  );
