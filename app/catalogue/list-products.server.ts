import { sql, type SQL } from "drizzle-orm";
import { fixed, type Queryable } from "#app/platform/db.server.ts";
import { MOST_COUNTED, pageCountOf } from "#app/ui/bounded-count.ts";
import {
  CATEGORIES,
  type Category,
  type CategoryChoice,
  type ProductCard,
  type SortOrder,
} from "./product-schema.ts";
import { matchingCounts, type MatchingCount, type PriceBounds } from "./count-matching.server.ts";
import { beginsWith, isByName, isByPrice, orderedBy, orderedColumns } from "./list-order.server.ts";
import { cardsOf, countsByCategory, productCounts, type ProductCount } from "./products.server.ts";

export type ListFilter = {
  /** None means all of them. */
  categories: readonly Category[];
  /** Lower case and trimmed, as names are stored; empty means any. */
  namePrefix: string;
  /** Inclusive bounds (specification §5), in cents. */
  priceFromCents: number | null;
  priceToCents: number | null;
  sort: SortOrder;
};

type Page = { page: number; pageSize: number; rows?: number };

/** How many products of a category match, and how many the index of the list's order has among which they are. */
type Counted = { category: Category; count: number; among: number };

/** The highest of PostgreSQL's integers. */
const HIGHEST = 2_147_483_647;

/** Finding and sorting a row costs about as much as skipping so many in an index. */
const SKIPPED_FOR_SORTED = 5;

/**
 * One page of the matching products in the order asked for, and how many match in all; above MOST_COUNTED there are more.
 * `counts`: how many of each category have the name and the prices asked for.
 * `rows` asks for more rows than a page holds, for the list whose page size depends on the window's width.
 * A page beyond the last one gives the last one: `page` says which it is.
 */
export async function listProducts(
  db: Queryable,
  filter: ListFilter & Page,
): Promise<{ products: ProductCard[]; total: number; page: number; counts: CategoryChoice[] }> {
  const { namePrefix, pageSize } = filter;
  const price = priceBounds(filter);
  const isNarrowed = namePrefix !== "" || price !== null;
  const asked = Math.min(filter.page, pageCountOf(MOST_COUNTED, pageSize));
  // Without a name or price the rows of a page depend on no count: they come in the same statement (decision 33).
  const { rows } = await db.execute<{
    sold: ProductCount[];
    matching: MatchingCount[] | null;
    early: ProductCard[] | null;
  }>(sql`SELECT ${productCounts} AS sold,
    ${isNarrowed ? matchingCounts(namePrefix, price) : sql`NULL`} AS matching,
    ${isNarrowed ? sql`NULL` : cardsOnPage(filter, null, asked, null)} AS early`);
  const { sold, matching, early } = rows[0]!;
  const counted = countsByCategory(sold).map(({ category, count: all }): Counted => {
    if (!matching) return { category, count: all, among: all };
    const { count = 0, atAnyPrice = 0 } = matching.find((one) => one.category === category) ?? {};
    // The index by name has the names that begin alike side by side.
    return { category, count, among: namePrefix && isByName(filter.sort) ? atAnyPrice : all };
  });
  const counts = counted.map(({ category, count }) => ({ category, count }));
  const total = Math.min(sumOf(counted, filter.categories).count, MOST_COUNTED + 1);
  const page = Math.min(asked, pageCountOf(total, pageSize));
  if (total === 0) return { products: [], total, page, counts };
  if (early && page === asked) return { products: early, total, page, counts };
  const { rows: late } = await db.execute<{ cards: ProductCard[] }>(
    sql`SELECT ${cardsOnPage(filter, price, page, counted)} AS cards`,
  );
  return { products: late[0]!.cards, total, page, counts };
}

function priceBounds({ priceFromCents, priceToCents }: ListFilter): PriceBounds | null {
  if (priceFromCents === null && priceToCents === null) return null;
  return { from: priceFromCents ?? 0, to: priceToCents ?? HIGHEST };
}

/** Of some categories together; none means all. */
function sumOf(counted: Counted[], categories: readonly Category[]) {
  const chosen = counted.filter(
    ({ category }) => categories.length === 0 || categories.includes(category),
  );
  return {
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    among: chosen.reduce((sum, { among }) => sum + among, 0),
  };
}

/**
 * The cards of one page, as one value. An index of each category has its products in order, and another has all products by
 * name: PostgreSQL merges the rows of these indexes, skips those that don't match, and stops at the page's last row. Only
 * then the cards are read. `counted` is null where everything matches.
 */
function cardsOnPage(
  filter: ListFilter & Page,
  price: PriceBounds | null,
  page: number,
  counted: Counted[] | null,
): SQL {
  const { categories, sort, pageSize, rows: limit = pageSize } = filter;
  const offset = (page - 1) * pageSize;
  const last = offset + limit;
  const indexed = categories.length > 0 ? categories : isByName(sort) ? [null] : CATEGORIES;
  const streams = indexed.flatMap((category) => {
    if (!counted) return inOrder(filter, price, category, last);
    const { count, among } = sumOf(counted, category ? [category] : []);
    if (count === 0) return [];
    // Reading and sorting all that match is the exception: where it reads fewer rows than skipping to the last one shown.
    const shown = Math.min(count, Math.max(1, (last * count) / sumOf(counted, categories).count));
    const isFew = SKIPPED_FOR_SORTED * count < shown * (among / count);
    return (isFew ? fewSorted : inOrder)(filter, price, category, last);
  });
  const ids = sql`SELECT id FROM (${sql.join(streams, sql` UNION ALL `)}) AS merged
    ${orderedBy(sort, "merged")} LIMIT ${fixed(limit)} OFFSET ${offset}`;
  return cardsOf(sql`WHERE products.id = ANY (ARRAY(${ids})) ${orderedBy(sort)}`);
}

/** The first matching products of a category, or of all, from the index of their order. */
function inOrder(
  { sort, namePrefix }: ListFilter,
  price: PriceBounds | null,
  category: Category | null,
  last: number,
): SQL {
  const conditions = [
    ...(category ? [sql`category = ${category}`] : []),
    ...(namePrefix && isByName(sort) ? [beginsWith(namePrefix)] : []),
    ...(namePrefix && !isByName(sort)
      ? [sql`CASE WHEN starts_with(name, ${namePrefix}) THEN true END`]
      : []),
    // The sum keeps PostgreSQL from reading an index by price and sorting.
    ...(price ? [isByPrice(sort) ? isPriced(price) : isPriced(price, sql`price_cents + 0`)] : []),
  ];
  return sql`(SELECT ${orderedColumns(sort)} FROM products
    ${conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``} ${orderedBy(sort)} LIMIT ${last})`;
}

/** The same from the index of their names or prices. OFFSET 0 keeps PostgreSQL from reading the index of their order. */
function fewSorted(
  { sort, namePrefix }: ListFilter,
  price: PriceBounds | null,
  category: Category | null,
): SQL {
  const conditions = [
    sql`category IN ${category ? [category] : [...CATEGORIES]}`,
    ...(namePrefix ? [beginsWith(namePrefix)] : []),
    ...(price ? [namePrefix ? isPriced(price, sql`price_cents + 0`) : isPriced(price)] : []),
  ];
  return sql`(SELECT ${orderedColumns(sort)} FROM products WHERE ${sql.join(conditions, sql` AND `)} OFFSET 0)`;
}

const isPriced = ({ from, to }: PriceBounds, price = sql`price_cents`) =>
  sql`${price} BETWEEN ${from} AND ${to}`;
