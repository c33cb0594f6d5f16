import { sql, type SQL } from "drizzle-orm";
import { orderedBy, orderedColumns } from "#app/catalogue/list-order.server.ts";
import { LAST_IN_FRENCH } from "#app/catalogue/list-products.server.ts";
import {
  CATEGORIES,
  type Category,
  type ProductCard,
  type SortOrder,
} from "#app/catalogue/product-schema.ts";
import { cardsOf } from "#app/catalogue/products.server.ts";
import { fixed, type Queryable } from "#app/platform/db.server.ts";
import { MOST_FOUND } from "./search-query.ts";
import type { Term } from "./search-terms.server.ts";
import {
  asKeys,
  atTheStart,
  everywhere,
  inName,
  keysOf,
  meaningful,
  rarest,
} from "./term-queries.ts";

/** How much a word counts in composition, description, category and name. */
const WEIGHTS = "{0.02, 0.1, 0.4, 1}";
/** From so many names on, what else is said of products neither ranks nor finds them: a name says it better. */
const MANY_NAMES = 100;
/** So many of the words, the rarest ones, leave few products, and then the others cost less in those than in their lists. */
const SURE_TERMS = 3;
/** Products that have only some of the words are ranked up to here. */
const MOST_NEAR = 100;

export type Listed = {
  products: ProductCard[];
  total: number;
  page: number;
  /** Of the products found, the most frequent first; among equals, the one that the best product is of. None uncounted. */
  categories: readonly Category[];
};
export type Paging = {
  page: number;
  pageSize: number;
  /** Another order than the best first. */
  sort?: SortOrder | null;
  /** By category. */
  counted?: boolean;
};
export const NOTHING: Listed = { products: [], total: 0, page: 1, categories: [] };

/** Of a page of what is found; each row tells of the whole, too. */
export type FoundRow = {
  cards: ProductCard[];
  category: Category;
  total: number;
  page: number;
  counts: Partial<Record<Category, number>> | null;
};

export function listed(rows: FoundRow[]): Listed {
  const [best] = rows;
  if (!best) return NOTHING;
  const { total, page } = best;
  const counts = best.counts ?? {};
  const weight = (category: Category) => counts[category]! + (category === best.category ? 0.5 : 0);
  const categories = CATEGORIES.filter((category) => counts[category]).toSorted(
    (one, other) => weight(other) - weight(one),
  );
  return { products: rows.flatMap(({ cards }) => cards), total, page, categories };
}

/** The rows of `page`, in its order, each with its product's card. */
const withCards = (page: SQL) =>
  sql`SELECT shown.*, ${cardsOf(sql`WHERE products.id = shown.id`)} AS cards FROM (${page}) AS shown`;

/**
 * Names that begin with all that was typed, whatever its accents, when they are many: what is best of every search, in one
 * stretch of an index. No rows when they are not.
 */
export function beginning(
  spellings: string[],
  { page, pageSize, sort = null, counted = false }: Paging,
): SQL {
  const typed = spellings.join(" ");
  const shown = Math.min(page, Math.ceil(MOST_FOUND / pageSize));
  return withCards(sql`WITH found AS MATERIALIZED (
      SELECT id, name COLLATE french AS name, category FROM products
      WHERE name COLLATE french >= (SELECT fold(${typed})) AND name COLLATE french < (SELECT fold(${typed}) || ${LAST_IN_FRENCH})
      ORDER BY name COLLATE french, id LIMIT ${fixed(MOST_FOUND)}
    )
    SELECT found.id, found.category, ${fixed(MOST_FOUND)}::integer AS total, ${shown}::integer AS page, ${counted ? countsOf(sql`found`) : sql`NULL`} AS counts
    FROM found ${sort ? placedIn(sort, sql`found.id`) : sql``} WHERE (SELECT count(*) FROM found) = ${fixed(MOST_FOUND)}
    ${sort ? orderedBy(sort, "placed") : sql`ORDER BY found.name, found.id`} LIMIT ${fixed(pageSize)} OFFSET ${(shown - 1) * pageSize}`);
}

/** What an order compares, of each product that is found: OFFSET keeps PostgreSQL from reading all products instead. */
const placedIn = (sort: SortOrder, id: SQL) =>
  sql`CROSS JOIN LATERAL (SELECT ${orderedColumns(sort)} FROM products WHERE products.id = ${id} OFFSET 0) AS placed`;

/** How many products of each category `found` has. */
const countsOf = (found: SQL) =>
  sql`(SELECT json_object_agg(category, count) FROM (SELECT category, count(*) FROM ${found} AS every GROUP BY category) AS counted)`;

/**
 * A page of the products that have every word, best first: those that have the most words in the name, then names that
 * begin with the first word, then by PostgreSQL's rank; where many names have every word, those alone. At most MOST_FOUND
 * are looked at: a wider search is too wide for anybody to turn its pages. `any`: those that have some of the words, the
 * most first. `sort`: all that are looked at, in that order.
 */
export async function listMatches(
  db: Queryable,
  terms: Term[],
  { page, pageSize, sort = null, counted = false, any = false }: Paging & { any?: boolean },
): Promise<Listed> {
  const wanted = meaningful(terms);
  const [first] = wanted;
  if (!first) return NOTHING;
  const joined = (some: Term[], where: (term: Term) => string) =>
    some.map(where).join(any ? " | " : " & ");
  const most = fixed(any ? MOST_NEAR : MOST_FOUND);
  const { keys, isAll } = any ? { keys: joined(wanted, asKeys), isAll: true } : keysOf(wanted);
  const named = sql`named_products(${isAll ? null : joined(wanted, inName)}::tsquery, ${keys}::tsquery, ${most})`;
  const everywhereIn = (some: Term[]) => sql`${joined(some, everywhere)}::tsquery`;
  const rare = (most: number) => everywhereIn(any ? wanted : rarest(wanted, most));
  const described = sql`described_products(${everywhereIn(wanted)}, ${rare(SURE_TERMS)}, ${rare(1)}, ${most})`;
  const start = sql`${atTheStart(first)}::tsquery`;
  const rank = sql`ts_rank(${WEIGHTS}, vector, ${everywhereIn(wanted)})`;
  // Where names alone answer, none beyond the page is looked at further.
  const isWhole = any || sort !== null;
  const best = isWhole
    ? sql`named`
    : sql`(SELECT * FROM named ORDER BY starts DESC, name, product_id
        LIMIT (SELECT CASE WHEN named >= ${fixed(MANY_NAMES)} THEN page * ${fixed(pageSize)} END FROM counted)) AS named`;
  const counts = countsOf(sql`(SELECT category FROM named UNION ALL
    SELECT category FROM described WHERE product_id NOT IN (SELECT product_id FROM named))`);
  const isRanked = sort ? sql`false` : sql`${fixed(any)} OR named < ${fixed(MANY_NAMES)}`;
  const bestFirst = sql`ORDER BY ${any ? sql`${countOf(wanted, everywhere)} DESC, ${countOf(wanted, inName)} DESC` : sql`name IS NULL, CASE WHEN name IS NULL THEN ${countOf(wanted, inName)} END DESC`},
    starts DESC, CASE WHEN ${isRanked} THEN ${rank} END DESC, name, product_id`;
  // Whoever has every word in the name is among those who have them anywhere.
  const { rows } = await db.execute<FoundRow>(
    withCards(sql`
    WITH named AS MATERIALIZED (
      SELECT product_id, tier, name COLLATE french AS name, category, words @@ ${start} AS starts FROM ${named}
    ), described AS MATERIALIZED (
      SELECT product_id, category, vector FROM ${described}
      WHERE (SELECT count(*) FROM named) < ${fixed(MANY_NAMES)}
    ), counted AS MATERIALIZED (
      SELECT named, total, greatest(1, least(${page}, ceil(total / ${fixed(pageSize)}::numeric)))::integer AS page
      FROM (SELECT named, greatest(named, described)::integer AS total
        FROM (SELECT count(*) AS named FROM named) AS one, (SELECT count(*) AS described FROM described) AS other) AS summed
    ), candidates AS (
      SELECT product_id, name, category, starts, CASE WHEN ${isRanked} THEN
        (SELECT vector FROM product_search AS texts WHERE texts.product_id = named.product_id AND texts.tier = named.tier) END AS vector
      FROM ${best}, counted
      UNION ALL
      SELECT product_id, NULL, category, vector @@ ${start}, vector FROM described
      WHERE (SELECT ${fixed(isWhole)} OR named < page * ${fixed(pageSize)} FROM counted)
        AND product_id NOT IN (SELECT product_id FROM named)
    )
    SELECT product_id AS id, candidates.category, total, page,
      ${counted ? counts : sql`NULL`} AS counts
    FROM counted, candidates ${sort ? sql`${placedIn(sort, sql`product_id`)} ${orderedBy(sort, "placed")}` : bestFirst}
    LIMIT ${fixed(pageSize)} OFFSET (SELECT (page - 1) * ${fixed(pageSize)} FROM counted)`),
  );
  return listed(rows);
}
/** How many of the terms a product has. */
function countOf(terms: Term[], where: (term: Term) => string): SQL {
  return sql.join(
    terms.map((term) => sql`(vector @@ ${where(term)}::tsquery)::integer`),
    sql` + `,
  );
}
