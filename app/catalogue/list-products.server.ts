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
import { countMatching, hasPrefix, type PriceBounds } from "./count-matching.server.ts";
import { isByName, orderedBy, orderedColumns } from "./list-order.server.ts";
import { BANDS, bandsOf, HIGHEST } from "./price-bands.ts";
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

/**
 * One page of the products that match, in the order asked for, and how many match in all; above MOST_COUNTED there are more. `counts`:
 * how many each category has of the name and prices asked for, null when it wasn't counted.
 * `rows` asks for more rows than a page holds, for the list that lets the window's width decide (page size by style).
 * A page beyond the last one gives the last one: `page` says which it is.
 */
export async function listProducts(
  db: Queryable,
  filter: ListFilter & Page,
): Promise<{ products: ProductCard[]; total: number; page: number; counts: CategoryChoice[] }> {
  const { categories, namePrefix, pageSize } = filter;
  const price = priceBounds(filter);
  const cardsAt = (page: number, counted: Counted) => pageOfCards(filter, price, page, counted);
  // Which rows whole categories give depends on no count: they come with it, in one statement (decision 33).
  const isNarrowed = namePrefix !== "" || price !== null;
  const asked = Math.min(filter.page, pageCountOf(MOST_COUNTED, pageSize));
  const cards = isNarrowed ? sql`NULL` : cardsAt(asked, { total: 0, among: 0 });
  const { rows } = await db.execute<{ sold: ProductCount[]; early: ProductCard[] | null }>(
    sql`SELECT ${productCounts} AS sold, ${cards} AS early`,
  );
  const { sold, early } = rows[0]!;
  const ofEach = countsByCategory(sold);
  const ofCategories = ofEach.reduce(
    (sum, { category, count }) =>
      categories.length === 0 || categories.includes(category) ? sum + count : sum,
    0,
  );
  const counted = isNarrowed
    ? await countMatching(db, { categories, namePrefix, price })
    : { total: ofCategories, atAnyPrice: ofCategories, ofEach };
  const counts =
    counted.ofEach ?? CATEGORIES.map((category): CategoryChoice => ({ category, count: null }));
  const total = Math.min(counted.total, MOST_COUNTED + 1);
  const page = Math.min(asked, pageCountOf(total, pageSize));
  if (total === 0) return { products: [], total, page, counts };
  if (early && page === asked) return { products: early, total, page, counts };
  // Only the order by name has the names that begin so together.
  const among = namePrefix && isByName(filter.sort) ? counted.atAnyPrice : ofCategories;
  const late = await db.execute<{ cards: ProductCard[] }>(
    sql`SELECT ${cardsAt(page, { total: counted.total, among })} AS cards`,
  );
  return { products: late.rows[0]!.cards, total, page, counts };
}

/** How many match, and how many rows an index passes over to find them. */
type Counted = { total: number; among: number };

/** The cards of one page, as one value. The ids are counted off in an index alone, and only then are rows read. */
function pageOfCards(
  filter: ListFilter & Page,
  price: PriceBounds | null,
  page: number,
  counted: Counted,
): SQL {
  const limit = filter.rows ?? filter.pageSize;
  const offset = (page - 1) * filter.pageSize;
  const ids = sql`SELECT id FROM ${candidates(filter, price, { ...counted, last: offset + limit })}
    ${orderedBy(filter.sort, "candidates")} LIMIT ${fixed(limit)} OFFSET ${unseen(sql`${offset}::integer`)}`;
  return cardsOf(sql`WHERE products.id = ANY (ARRAY(${ids})) ${orderedBy(filter.sort)}`);
}

function priceBounds({ priceFromCents, priceToCents }: ListFilter): PriceBounds | null {
  if (priceFromCents === null && priceToCents === null) return null;
  return { from: priceFromCents ?? 0, to: priceToCents ?? HIGHEST };
}

/** A few prices are read one by one, each by name, and merged; more are left out of the order by name. */
const FEW_EUROS = 12;
/** How far a stream may be read for early pages: steps, for which PostgreSQL keeps its plans. Late ones are planned each. */
const READ_AHEAD = [100, 1_000];
/** A row that is sorted costs as much as so many that are passed over in an index; one of a band's first as so many. */
const SORTED_FOR_PASSED = 10;
const MERGED_FOR_PASSED = 4;
/** Names of one kind stand together, and may all have other prices: so many times as many may be passed over. */
const UNLUCKY = 4;

/** The matching products, as something to select from that gives them in order without reading or sorting them all. */
function candidates(
  filter: ListFilter,
  price: PriceBounds | null,
  { total, among, last }: { total: number; among: number; last: number },
): SQL {
  if (!isByName(filter.sort)) return inOtherOrder(filter, price, { total, among, last });
  const { categories, namePrefix } = filter;
  const isOneOf = categories.length > 0 ? [sql`category IN ${[...categories]}`] : [];
  const begins = namePrefix ? [beginsWith(namePrefix)] : [];
  if (price) {
    const passed = (last * among) / total;
    const byPrice = total <= MOST_COUNTED ? SORTED_FOR_PASSED * total : Infinity;
    const isEarlyAndPriceAlone = last <= READ_AHEAD[1]! && categories.length === 0 && !namePrefix;
    const byBand = isEarlyAndPriceAlone
      ? MERGED_FOR_PASSED * last * bandsOf(price).streams
      : Infinity;
    if (byBand < Math.min(UNLUCKY * passed, among, byPrice)) return bandByBand(price, filter, last);
    if (passed > byPrice) return priceByPrice(price, [...isOneOf, ...begins]);
    const first = Math.ceil(price.from / 100);
    const euros = Math.floor(price.to / 100) - first + 1;
    if (euros <= FEW_EUROS) {
      const prices = Array.from({ length: euros }, (_one, place) => (first + place) * 100);
      return merged(
        prices.map((cents) => [sql`price_cents = ${cents}`, ...isOneOf, ...begins]),
        filter,
        last,
      );
    }
  }
  const conditions = [...begins, ...(price ? [isPriced(price)] : [])];
  return categories.length > 0
    ? merged(
        categories.map((category) => [sql`category = ${category}`, ...conditions]),
        filter,
        last,
      )
    : merged([conditions], filter, last);
}

/** All that match, of each price that there is: few, to be sorted. */
function priceByPrice({ from, to }: PriceBounds, conditions: SQL[]): SQL {
  return sql`(WITH few AS MATERIALIZED (
    SELECT found.id, found.name
    FROM ${pricesThatExist(sql`price_cents BETWEEN ${from} AND ${to}`)} AS price,
      LATERAL (SELECT id, name COLLATE french AS name FROM products
        WHERE ${all([sql`products.price_cents = price.price_cents`, ...conditions])}) AS found
    ) SELECT * FROM few) AS candidates`;
}

/** The first of each whole band that is asked for, and of each price at its edges, to be merged: all that is read matches. */
function bandByBand(price: PriceBounds, { sort }: ListFilter, last: number): SQL {
  const { whole, edges } = bandsOf(price);
  const number = (value: number) => unseen(sql`${value}::integer`);
  const firstOf = (condition: SQL) =>
    sql`(SELECT id, name COLLATE french AS name FROM products WHERE ${condition} ${orderedBy(sort)} LIMIT ${number(last)})`;
  const isInEdge = edges.map(
    ({ from, to }) => sql`price_cents BETWEEN ${number(from)} AND ${number(to)}`,
  );
  return sql`(SELECT found.id, found.name
    FROM (SELECT * FROM generate_series(${number(whole.from)}, ${number(whole.to)}) AS band LIMIT ${fixed(BANDS.length + 1)}) AS bands,
      LATERAL ${firstOf(sql`width_bucket(price_cents, ${fixed(`{${BANDS.join(",")}}`)}::integer[]) = band`)} AS found
    UNION ALL SELECT found.id, found.name
    FROM ${pricesThatExist(sql`(${sql.join(isInEdge, sql` OR `)})`)} AS price,
      LATERAL ${firstOf(sql`products.price_cents = price.price_cents`)} AS found) AS candidates`;
}

/** Each price once that products have. */
const pricesThatExist = (condition: SQL) =>
  sql`(SELECT DISTINCT price_cents FROM product_tallies WHERE length = 0 AND beginning = '' AND ${condition})`;

/**
 * By price, rating or age each category has an index that gives its products in order: they are merged,
 * and what doesn't match is passed over; unless so few match that all of them are sorted sooner.
 */
function inOtherOrder(
  filter: ListFilter,
  price: PriceBounds | null,
  { total, among, last }: { total: number; among: number; last: number },
): SQL {
  const { sort, namePrefix } = filter;
  const categories = filter.categories.length > 0 ? filter.categories : CATEGORIES;
  const inIndex = price ? [sql`price_cents BETWEEN ${price.from} AND ${price.to}`] : [];
  const isByPrice = sort === "prix-croissant" || sort === "prix-decroissant";
  const isPassedOver = namePrefix !== "" || (price !== null && !isByPrice);
  if (isPassedOver && SORTED_FOR_PASSED * total < (last * among) / total) {
    const isOneOf = namePrefix
      ? hasPrefix(namePrefix, categories)
      : sql`category IN ${[...categories]}`;
    return sql`(WITH few AS MATERIALIZED (
      SELECT ${orderedColumns(sort)} FROM products WHERE ${all([isOneOf, ...inIndex])}
      ) SELECT * FROM few) AS candidates`;
  }
  const conditions = [
    ...(namePrefix ? [isNamed(namePrefix)] : []),
    ...(isByPrice ? inIndex : price ? [isPriced(price)] : []),
  ];
  return merged(
    categories.map((category) => [sql`category = ${category}`, ...conditions]),
    filter,
    last,
  );
}

/** Streams that an index each gives in order: PostgreSQL merges them, as it can't read a list of values in order. */
function merged(streams: SQL[][], { sort }: ListFilter, last: number): SQL {
  const ahead = READ_AHEAD.find((rows) => rows >= last);
  const atMost = ahead ? fixed(ahead) : last;
  const each = streams.map(
    (conditions) => sql`(SELECT ${orderedColumns(sort)} FROM products
      ${conditions.length > 0 ? sql`WHERE ${all(conditions)}` : sql``} ${orderedBy(sort)} LIMIT ${atMost})`,
  );
  return sql`(${sql.join(each, sql` UNION ALL `)}) AS candidates`;
}

/** A value that PostgreSQL doesn't see through: it would plan anew for each, longer than it reads. */
const unseen = (value: SQL) => sql`(SELECT ${value})`;

const all = (conditions: SQL[]) => sql.join(conditions, sql` AND `);

/** Of the rows that an index passes; written so that no index by price is thought of. */
const isPriced = ({ from, to }: PriceBounds) => sql`price_cents + 0 BETWEEN ${from} AND ${to}`;

/** Above every other character, in the order of ICU: a beginning and it make the end of a stretch of names. */
export const LAST_IN_FRENCH = "\uFFFF";

/**
 * The names that begin with `prefix`, letter by letter, for a list by name. In French order they stand together, with
 * those that differ by an accent: a stretch of the index by name. By the CASE PostgreSQL expects as many rows as pay to
 * be read in order: of starts_with it would expect a handful, and sort them.
 */
export function beginsWith(prefix: string): SQL {
  return sql`(name COLLATE french >= ${asked(prefix)} AND name COLLATE french < ${asked(prefix + LAST_IN_FRENCH)}
    AND ${isNamed(prefix)})`;
}

/** Letter by letter, of the rows that an index passes; written so that no index by name is thought of. */
const isNamed = (prefix: string) =>
  sql`CASE WHEN starts_with(name, ${asked(prefix)}) THEN true END`;
const asked = (text: string) => unseen(sql`${text}::text`);
