import { sql, type SQL } from "drizzle-orm";
import { hasCode } from "#app/catalogue/facts/codes.server.ts";
import { LAST_IN_FRENCH, orderedBy, orderedColumns } from "#app/catalogue/list-order.server.ts";
import {
  CATEGORIES,
  type Category,
  type ProductCard,
  type SortOrder,
} from "#app/catalogue/product-schema.ts";
import { cardsOf } from "#app/catalogue/products.server.ts";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { MOST_FOUND } from "./search-query.ts";
import type { Term } from "./search-terms.server.ts";
import {
  allOf,
  anyTermOf,
  atNameStart,
  inAnyText,
  inName,
  isWidePrefix,
  searchable,
  type Match,
} from "./term-queries.ts";

/** ts_rank weights of composition, description, category and name (D, C, B, A). */
const WEIGHTS = "{0.02, 0.1, 0.4, 1}";
/** If at least this many names match, other texts are not searched: a match in the name ranks higher anyway. */
const MANY_NAMES = 100;

export type ResultPage = {
  products: ProductCard[];
  total: number;
  page: number;
  /** The categories of all found products, the most frequent first; a tie goes to the category of the best match. */
  categories: readonly Category[];
};
export type Paging = {
  page: number;
  pageSize: number;
  /** The order of the results; null or undefined for best matches first. */
  sort?: SortOrder | null;
};
export const NO_RESULTS: ResultPage = { products: [], total: 0, page: 1, categories: [] };

/**
 * A row of a result page: one product (`cards`) with its category. `total`, `page` (the last page when the requested one is
 * beyond it) and `counts` (number of found products by category) are the same in each row.
 */
export type FoundRow = {
  cards: [ProductCard];
  category: Category;
  total: number;
  page: number;
  counts: Partial<Record<Category, number>>;
};

/** Converts the rows of one page; NO_RESULTS for no rows. */
export function toResultPage(rows: FoundRow[]): ResultPage {
  const [best] = rows;
  if (!best) return NO_RESULTS;
  const { total, page, counts } = best;
  const weight = (category: Category) => counts[category]! + (category === best.category ? 0.5 : 0);
  const categories = CATEGORIES.filter((category) => counts[category]).toSorted(
    (one, other) => weight(other) - weight(one),
  );
  return { products: rows.flatMap(({ cards }) => cards), total, page, categories };
}

/**
 * SQL of a page of products whose names begin with the whole keyword, ignoring accents, found with the index on names. No rows
 * if there are fewer than MOST_FOUND such products: then `productsWithAll` must find them together with other matches.
 */
export function productsByNamePrefix(spellings: string[], paging: Paging): SQL {
  const typed = sql`(SELECT fold(${spellings.join(" ")}))`;
  const found = sql`found AS MATERIALIZED (
    SELECT category, ${columnsOf(paging)} FROM products
    WHERE name COLLATE french >= ${typed} AND name COLLATE french < ${typed} || ${LAST_IN_FRENCH}
    ORDER BY products.name COLLATE french, id LIMIT ${sqlLiteral(MOST_FOUND)})`;
  return pageOf(found, sql`name, id`, paging, MOST_FOUND);
}

/** The products whose reference or EAN is the whole keyword. */
export async function productsWithCode(
  db: Queryable,
  keyword: string,
  paging: Paging,
): Promise<ResultPage> {
  const found = sql`found AS MATERIALIZED (
    SELECT category, ${columnsOf(paging)} FROM products WHERE ${hasCode(keyword)} LIMIT ${sqlLiteral(MOST_FOUND)})`;
  const { rows } = await db.execute<FoundRow>(pageOf(found, sql`name, id`, paging));
  return toResultPage(rows);
}

/**
 * The products that match all terms, at most MOST_FOUND. Order: number of terms in the name, then whether the name begins with
 * the first term, then ts_rank over all texts. If at least MANY_NAMES names match, only these, without the rank.
 */
export async function productsWithAll(
  db: Queryable,
  allTerms: Term[],
  paging: Paging,
): Promise<ResultPage> {
  const terms = searchable(allTerms);
  if (terms.length === 0) return NO_RESULTS;
  // For a prefix of many words, a GIN index reads the posting lists of all these words. If there are other terms, only they are
  // looked up in the index, and the prefix is checked on the rows found.
  const narrow = terms.filter((term) => !isWidePrefix(term));
  const indexed = narrow.length > 0 ? narrow : terms;
  const having = (match: Match) => matching(allOf(indexed, match), allOf(terms, match), MOST_FOUND);
  const found = foundBy(having(inName), having(inAnyText), columnsOf(paging));
  const rank = sql`CASE WHEN ${HAS_FEW_NAMES} THEN ${rankOf(allOf(terms, inAnyText))} END`;
  const order = sql`${countOf(terms, inName)} DESC, ${startsWith(terms[0]!)} DESC, ${rank} DESC, name, id`;
  const { rows } = await db.execute<FoundRow>(pageOf(found, order, paging));
  return toResultPage(rows);
}

/** At most `limit` products that match any term, those with most terms first. Used when no product matches all terms. */
export async function productsWithAny(
  db: Queryable,
  allTerms: Term[],
  limit: number,
): Promise<ProductCard[]> {
  const terms = searchable(allTerms);
  if (terms.length === 0) return [];
  const having = (query: string) => matching(query, query, MANY_NAMES);
  const [names, texts] = [anyTermOf(terms, inName), anyTermOf(terms, inAnyText)];
  const paging = { page: 1, pageSize: limit };
  const order = sql`${countOf(terms, inAnyText)} DESC, ${countOf(terms, inName)} DESC, ${startsWith(terms[0]!)} DESC,
    ${rankOf(texts)} DESC, name, id`;
  const found = foundBy(having(names), having(texts), columnsOf(paging));
  const { rows } = await db.execute<FoundRow>(pageOf(found, order, paging));
  return toResultPage(rows).products;
}

/**
 * SQL of at most `most` products that match `query`. Only `indexed`, a part of `query`, is looked up in the index
 * (db/functions/find_products.sql).
 */
const matching = (indexed: string, query: string, most: number) =>
  sql`find_products(${indexed}::tsquery, ${query}::tsquery, ${sqlLiteral(most)})`;

const HAS_FEW_NAMES = sql`(SELECT count(*) FROM named) < ${sqlLiteral(MANY_NAMES)}`;

/**
 * SQL of the CTE `found`: the products of `inNames` with their vectors and, if these are fewer than MANY_NAMES, also those of
 * `inTexts`. OFFSET 0 forces a lookup by id; otherwise PostgreSQL would scan all products of a small shop.
 */
const foundBy = (inNames: SQL, inTexts: SQL, columns: SQL) => sql`
  named AS MATERIALIZED (SELECT * FROM ${inNames}),
  described AS MATERIALIZED (SELECT * FROM ${inTexts} WHERE ${HAS_FEW_NAMES}),
  found AS MATERIALIZED (
    SELECT vector, product.* FROM (
        SELECT * FROM named UNION ALL SELECT * FROM described WHERE product_id NOT IN (SELECT product_id FROM named)
      ) AS either,
      LATERAL (SELECT category, ${columns} FROM products WHERE products.id = product_id OFFSET 0) AS product)`;

/** The columns that a page's ORDER BY needs, also the name, which orders equally good matches. */
const columnsOf = ({ sort }: Paging) => orderedColumns(sort ?? "desc");

/**
 * SQL of a page of FoundRow from the CTE `found`, ordered by `sort` or else by `order`. No rows if `found` has fewer than
 * `fewest`.
 */
function pageOf(found: SQL, order: SQL, { page, pageSize, sort }: Paging, fewest = 1): SQL {
  return sql`
    WITH ${found}, counted AS MATERIALIZED (
      SELECT total, greatest(1, least(${page}, ceil(total / ${sqlLiteral(pageSize)}::numeric)))::integer AS page,
        (SELECT json_object_agg(category, count) FROM (SELECT category, count(*) FROM found GROUP BY category) AS each) AS counts
      FROM (SELECT least(count(*), ${sqlLiteral(MOST_FOUND)})::integer AS total FROM found) AS summed
      WHERE total >= ${sqlLiteral(fewest)})
    SELECT shown.category, total, page, counts, ${cardsOf(sql`WHERE products.id = shown.id`)} AS cards
    FROM counted, LATERAL (
      SELECT id, category FROM found ${sort ? orderedBy(sort, "found") : sql`ORDER BY ${order}`}
      LIMIT ${sqlLiteral(pageSize)} OFFSET (page - 1) * ${sqlLiteral(pageSize)}) AS shown`;
}

const rankOf = (query: string) => sql`ts_rank(${WEIGHTS}, vector, ${query}::tsquery)`;
const startsWith = (term: Term) => sql`vector @@ ${atNameStart(term)}::tsquery`;
/** The number of terms that a product matches. */
const countOf = (terms: Term[], match: Match): SQL =>
  sql`(${sql.join(
    terms.map((term) => sql`(vector @@ ${match(term)}::tsquery)::integer`),
    sql` + `,
  )})`;
