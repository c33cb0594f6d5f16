import { sql, type SQL } from "drizzle-orm";
import { LAST_IN_FRENCH, orderedBy, orderedColumns } from "#app/catalogue/list-order.server.ts";
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
  allOf,
  anyTermOf,
  atTheStart,
  everywhere,
  inName,
  isWidePrefix,
  searchable,
  type Match,
} from "./term-queries.ts";

/** ts_rank weights of composition, description, category and name (D, C, B, A). */
const WEIGHTS = "{0.02, 0.1, 0.4, 1}";
/** With this many matching names, other texts are not searched, since a match in the name ranks higher anyway. */
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
  /** null or undefined: best matches first. */
  sort?: SortOrder | null;
};
export const NO_RESULTS: ResultPage = { products: [], total: 0, page: 1, categories: [] };

/**
 * A product of a page. `total`, `page` (the last page when the requested one is beyond it) and `counts` (found products by
 * category) are the same in each row.
 */
export type FoundRow = {
  cards: [ProductCard];
  category: Category;
  total: number;
  page: number;
  counts: Partial<Record<Category, number>>;
};

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
 * Products whose names begin with the whole keyword, ignoring accents: the best matches of any search, from the index on names.
 * No rows unless there are MOST_FOUND of them; otherwise `productsWithAll` finds them together with other matches.
 */
export function productsByNamePrefix(spellings: string[], paging: Paging): SQL {
  const typed = sql`(SELECT fold(${spellings.join(" ")}))`;
  const found = sql`found AS MATERIALIZED (
    SELECT category, ${columnsOf(paging)} FROM products
    WHERE name COLLATE french >= ${typed} AND name COLLATE french < ${typed} || ${LAST_IN_FRENCH}
    ORDER BY products.name COLLATE french, id LIMIT ${fixed(MOST_FOUND)})`;
  return pageOf(found, sql`name, id`, paging, MOST_FOUND);
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
  // For a prefix, a GIN index reads the posting lists of all its words. Those of the other terms are shorter, so only these are
  // looked up in the index, and the prefix is checked on the rows.
  const narrow = terms.filter((term) => !isWidePrefix(term));
  const indexed = narrow.length > 0 ? narrow : terms;
  const having = (match: Match) => matching(allOf(indexed, match), allOf(terms, match), MOST_FOUND);
  const found = foundBy(having(inName), having(everywhere), columnsOf(paging));
  const rank = sql`CASE WHEN ${HAS_FEW_NAMES} THEN ${rankOf(allOf(terms, everywhere))} END`;
  const order = sql`${countOf(terms, inName)} DESC, ${startsWith(terms[0]!)} DESC, ${rank} DESC, name, id`;
  const { rows } = await db.execute<FoundRow>(pageOf(found, order, paging));
  return toResultPage(rows);
}

/** The products that match any term, those with most terms first: shown when no product matches all. */
export async function productsWithAny(
  db: Queryable,
  allTerms: Term[],
  limit: number,
): Promise<ProductCard[]> {
  const terms = searchable(allTerms);
  if (terms.length === 0) return [];
  const having = (query: string) => matching(query, query, MANY_NAMES);
  const [names, texts] = [anyTermOf(terms, inName), anyTermOf(terms, everywhere)];
  const paging = { page: 1, pageSize: limit };
  const order = sql`${countOf(terms, everywhere)} DESC, ${countOf(terms, inName)} DESC, ${startsWith(terms[0]!)} DESC,
    ${rankOf(texts)} DESC, name, id`;
  const found = foundBy(having(names), having(texts), columnsOf(paging));
  const { rows } = await db.execute<FoundRow>(pageOf(found, order, paging));
  return toResultPage(rows).products;
}

/** At most `most` products that match `query`; only its part `indexed` is looked up in the index (0009_search.sql). */
const matching = (indexed: string, query: string, most: number) =>
  sql`find_products(${indexed}::tsquery, ${query}::tsquery, ${fixed(most)})`;

const HAS_FEW_NAMES = sql`(SELECT count(*) FROM named) < ${fixed(MANY_NAMES)}`;

/**
 * The CTE `found` of a statement: the products of `inNames` and, if these are few, of `inTexts`, with their vectors. OFFSET 0
 * forces a lookup by id; otherwise PostgreSQL would scan all products of a small shop.
 */
const foundBy = (inNames: SQL, inTexts: SQL, columns: SQL) => sql`
  named AS MATERIALIZED (SELECT * FROM ${inNames}),
  described AS MATERIALIZED (SELECT * FROM ${inTexts} WHERE ${HAS_FEW_NAMES}),
  found AS MATERIALIZED (
    SELECT vector, product.* FROM (
        SELECT * FROM named UNION ALL SELECT * FROM described WHERE product_id NOT IN (SELECT product_id FROM named)
      ) AS either,
      LATERAL (SELECT category, ${columns} FROM products WHERE products.id = product_id OFFSET 0) AS product)`;

/** The columns that a page's ORDER BY needs; equally good matches are ordered by name. */
const columnsOf = ({ sort }: Paging) => orderedColumns(sort ?? "desc");

/** Selects a page of FoundRow from the CTE `found`, by `sort` or else by `order`. No rows if `found` has fewer than `fewest`. */
function pageOf(found: SQL, order: SQL, { page, pageSize, sort }: Paging, fewest = 1): SQL {
  return sql`
    WITH ${found}, counted AS MATERIALIZED (
      SELECT total, greatest(1, least(${page}, ceil(total / ${fixed(pageSize)}::numeric)))::integer AS page,
        (SELECT json_object_agg(category, count) FROM (SELECT category, count(*) FROM found GROUP BY category) AS each) AS counts
      FROM (SELECT least(count(*), ${fixed(MOST_FOUND)})::integer AS total FROM found) AS summed
      WHERE total >= ${fixed(fewest)})
    SELECT shown.category, total, page, counts, ${cardsOf(sql`WHERE products.id = shown.id`)} AS cards
    FROM counted, LATERAL (
      SELECT id, category FROM found ${sort ? orderedBy(sort, "found") : sql`ORDER BY ${order}`}
      LIMIT ${fixed(pageSize)} OFFSET (page - 1) * ${fixed(pageSize)}) AS shown`;
}

const rankOf = (query: string) => sql`ts_rank(${WEIGHTS}, vector, ${query}::tsquery)`;
const startsWith = (term: Term) => sql`vector @@ ${atTheStart(term)}::tsquery`;
/** The number of terms that a product matches. */
const countOf = (terms: Term[], match: Match): SQL =>
  sql`(${sql.join(
    terms.map((term) => sql`(vector @@ ${match(term)}::tsquery)::integer`),
    sql` + `,
  )})`;
