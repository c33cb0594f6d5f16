import { sql, type SQL } from "drizzle-orm";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { clampBounded, MOST_COUNTED } from "#app/ui/bounded-count.ts";
import { matchingCounts, type MatchingCount, type PriceBounds } from "./count-matching.server.ts";
import {
  cardFamily,
  hasShade,
  hiddenCounts,
  isFirstOfFamily,
  knownShades,
  type HiddenCount,
  type Matching,
} from "./families/listed-families.server.ts";
import type { Shade } from "./families/shade-schema.ts";
import { beginsWith, isByName, isByPrice, orderedBy, orderedColumns } from "./list-order.server.ts";
import {
  CATEGORIES,
  type Category,
  type CategoryChoice,
  type ProductCard,
  type SortOrder,
} from "./product-schema.ts";
import { cardsOf, countsByCategory, productCounts, type ProductCount } from "./products.server.ts";

export type ListFilter = {
  /** The listed categories; empty means all. */
  categories: readonly Category[];
  /** The beginning of names, in lower case and trimmed, as names are stored; empty means any. */
  namePrefix: string;
  /** Inclusive bounds (specification §5), in cents. */
  priceFromCents: number | null;
  priceToCents: number | null;
  sort: SortOrder;
  /** Only products with one of these shades; empty means any. */
  shades?: readonly Shade[];
  /** Whether the products of a family have one card (`isFirstOfFamily`). */
  isOneCard?: boolean;
};

type Page = { page: number; pageSize: number; rows?: number };

/**
 * The number of matching products of a category, and of the rows of the index range that contains them (`among`). `hidden`: how
 * many of the products have no card of their own.
 */
type Counted = { category: Category; count: number; among: number; hidden: number };

/** The largest value of PostgreSQL's type integer. */
const HIGHEST = 2_147_483_647;

/** Fetching and sorting a row costs about as much as skipping this many rows in an index. */
const SKIPPED_PER_SORTED = 5;

/**
 * One page of the matching products, and the number of all matches. A `total` of MOST_COUNTED + 1 means « more than
 * MOST_COUNTED ».
 * `counts`: for each category that has products or is chosen, the number of products with this name and price.
 * `rows`: the number of products to return if it differs from `pageSize`. The shop's page returns more, and CSS hides some by
 * window width.
 * `page`: the number of the returned page; a page beyond the last returns the last.
 * `shades`: those that products have, whatever the filters.
 */
export async function listProducts(
  db: Queryable,
  filter: ListFilter & Page,
): Promise<{
  products: ProductCard[];
  total: number;
  page: number;
  counts: CategoryChoice[];
  shades: Shade[];
}> {
  const { namePrefix, pageSize, shades: chosen = [] } = filter;
  const price = priceBounds(filter);
  const matching = { namePrefix, price, shades: chosen };
  const isNarrowed = namePrefix !== "" || price !== null || chosen.length > 0;
  // With one card a family, the page's query depends on the number of hidden products.
  const isCountedFirst = isNarrowed || filter.isOneCard;
  const requested = clampBounded(filter.page, MOST_COUNTED, pageSize).page;
  // Without a filter by name, price or shade, the page's query does not depend on the counts, so one statement does both (decision 33).
  const { rows } = await db.execute<{
    totals: ProductCount[];
    found: MatchingCount[] | null;
    hidden: HiddenCount[] | null;
    shades: Shade[];
    cards: ProductCard[] | null;
  }>(sql`SELECT ${productCounts} AS totals,
    ${isNarrowed ? countsOf(matching) : sql`NULL`} AS found,
    ${filter.isOneCard ? hiddenCounts(matching) : sql`NULL`} AS hidden, ${knownShades} AS shades,
    ${isCountedFirst ? sql`NULL` : cardsOnPage(filter, null, requested, null)} AS cards`);
  const { totals, found, hidden, shades, cards } = rows[0]!;
  const counted = countsByCategory(totals).map(({ category, count: all }): Counted => {
    const withoutCard = hidden?.find((one) => one.category === category)?.hidden ?? 0;
    if (!found) return { category, count: all, among: all, hidden: withoutCard };
    const { count = 0, atAnyPrice = 0 } = found.find((one) => one.category === category) ?? {};
    // In the index by name, names with the same prefix are contiguous.
    const among = namePrefix && isByName(filter.sort) ? atAnyPrice : all;
    return { category, count, among, hidden: withoutCard };
  });
  const isShown = (category: Category) =>
    totals.some((one) => one.category === category) || filter.categories.includes(category);
  const counts = counted
    .filter(({ category }) => isShown(category))
    .map(({ category, count, hidden: without }) => ({ category, count: count - without }));
  const all = sumOf(counted, filter.categories);
  const total = Math.min(all.count - all.hidden, MOST_COUNTED + 1);
  const { page } = clampBounded(requested, total, pageSize);
  if (total === 0) return { products: [], total, page, counts, shades };
  if (cards && page === requested) return { products: cards, total, page, counts, shades };
  const { rows: laterRows } = await db.execute<{ cards: ProductCard[] }>(
    sql`SELECT ${cardsOnPage(filter, price, page, counted)} AS cards`,
  );
  return { products: laterRows[0]!.cards, total, page, counts, shades };
}

/** A subquery like `matchingCounts`. Few products have a shade, and no tally counts them: these are counted one by one. */
function countsOf({ namePrefix, price, shades }: Matching): SQL {
  if (shades.length === 0) return matchingCounts(namePrefix, price);
  return sql`(SELECT coalesce(json_agg(counts), '[]') FROM (
    SELECT category, count(*)::integer AS count, count(*)::integer AS "atAnyPrice" FROM products
    WHERE ${hasShade(shades)} ${namePrefix ? sql`AND starts_with(name, ${namePrefix})` : sql``}
      ${price ? sql`AND ${isPriced(price)}` : sql``}
    GROUP BY category) AS counts)`;
}

function priceBounds({ priceFromCents, priceToCents }: ListFilter): PriceBounds | null {
  if (priceFromCents === null && priceToCents === null) return null;
  return { from: priceFromCents ?? 0, to: priceToCents ?? HIGHEST };
}

/** The sums of the counts of these categories; all categories if the list is empty. */
function sumOf(counted: Counted[], categories: readonly Category[]) {
  const chosen = counted.filter(
    ({ category }) => categories.length === 0 || categories.includes(category),
  );
  return {
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    among: chosen.reduce((sum, { among }) => sum + among, 0),
    hidden: chosen.reduce((sum, { hidden }) => sum + hidden, 0),
  };
}

/**
 * A subquery for the cards of one page, as a JSON array. Each category has an index by every order, and one index has all
 * products by name: PostgreSQL merges their rows, skips those that do not match and stops at the page's last row. The cards are
 * read only for the rows of the page. `counted` is null if there is no filter by name or price, and each product has a card.
 */
function cardsOnPage(
  filter: ListFilter & Page,
  price: PriceBounds | null,
  page: number,
  counted: Counted[] | null,
): SQL {
  const { categories, sort, pageSize, rows: limit = pageSize, shades = [] } = filter;
  const offset = (page - 1) * pageSize;
  const shown = offset + limit;
  const indexed = categories.length > 0 ? categories : isByName(sort) ? [null] : CATEGORIES;
  const streamOf = (category: Category | null): SQL | [] => {
    if (!counted) return firstInOrder(filter, price, category, shown);
    const { count, among, hidden } = sumOf(counted, category ? [category] : []);
    if (count === 0) return [];
    // The last shown row comes at most this far down.
    const last = shown + hidden;
    // If few rows match, fetching and sorting all of them is faster than skipping to the last shown row.
    const read = Math.min(count, Math.max(1, (last * count) / sumOf(counted, categories).count));
    const isFew = SKIPPED_PER_SORTED * count < read * (among / count);
    return isFew
      ? allMatching(filter, price, category ? [category] : CATEGORIES)
      : firstInOrder(filter, price, category, last);
  };
  // Few products have a shade: all of them are fetched and sorted.
  const streams =
    shades.length > 0
      ? [allMatching(filter, price, categories.length > 0 ? categories : CATEGORIES)]
      : indexed.flatMap(streamOf);
  const merged = sql`(${sql.join(streams, sql` UNION ALL `)}) AS merged`;
  // OFFSET 0 keeps PostgreSQL from copying the condition into each stream, and from checking rows after the page's last one.
  const shownRows = filter.isOneCard
    ? sql`(SELECT * FROM ${merged} ${orderedBy(sort, "merged")} OFFSET 0) AS merged
    WHERE ${isFirstOfFamily({ namePrefix: filter.namePrefix, price, shades })}`
    : merged;
  const ids = sql`SELECT id FROM ${shownRows} ${orderedBy(sort, "merged")} LIMIT ${sqlLiteral(limit)} OFFSET ${offset}`;
  const which = sql`WHERE products.id = ANY (ARRAY(${ids})) ${orderedBy(sort)}`;
  return filter.isOneCard ? cardsOf(which, sql`, ${cardFamily} AS family`) : cardsOf(which);
}

/** SQL of the first `last` matching products of a category (null: of all), from the index of the sort order. */
function firstInOrder(
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
    // « + 0 » keeps PostgreSQL from using the index by price, whose rows it would have to sort.
    ...(price ? [isByPrice(sort) ? isPriced(price) : isPriced(price, sql`price_cents + 0`)] : []),
  ];
  return sql`(SELECT ${orderedColumns(sort)} FROM products
    ${conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``} ${orderedBy(sort)} LIMIT ${last})`;
}

/**
 * SQL of all matching products of these categories, from the index by name or price. OFFSET 0 keeps PostgreSQL from
 * using the index of the sort order.
 */
function allMatching(
  { sort, namePrefix, shades = [] }: ListFilter,
  price: PriceBounds | null,
  categories: readonly Category[],
): SQL {
  const conditions = [
    sql`category IN ${[...categories]}`,
    ...(namePrefix ? [beginsWith(namePrefix)] : []),
    ...(price ? [namePrefix ? isPriced(price, sql`price_cents + 0`) : isPriced(price)] : []),
    ...(shades.length > 0 ? [hasShade(shades)] : []),
  ];
  return sql`(SELECT ${orderedColumns(sort)} FROM products WHERE ${sql.join(conditions, sql` AND `)} OFFSET 0)`;
}

const isPriced = ({ from, to }: PriceBounds, price = sql`price_cents`) =>
  sql`${price} BETWEEN ${from} AND ${to}`;
