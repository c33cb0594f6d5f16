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
  isWide,
  meaningful,
  type Match,
} from "./term-queries.ts";

/** How much a word counts in composition, description, category and name. */
const WEIGHTS = "{0.02, 0.1, 0.4, 1}";
/** With so many matching names, texts are not searched: a name is the better match. */
const MANY_NAMES = 100;

export type Listed = {
  products: ProductCard[];
  total: number;
  page: number;
  /** Of the products found, the most frequent first; among equals, the one that the best product is of. */
  categories: readonly Category[];
};
export type Paging = {
  page: number;
  pageSize: number;
  /** Another order than the best first. */
  sort?: SortOrder | null;
};
export const NOTHING: Listed = { products: [], total: 0, page: 1, categories: [] };

/** One product of a page. `total`, `page` (the last one when the page asked for is beyond it) and `counts` are the same in each row. */
export type FoundRow = {
  cards: [ProductCard];
  category: Category;
  total: number;
  page: number;
  counts: Partial<Record<Category, number>>;
};

export function listed(rows: FoundRow[]): Listed {
  const [best] = rows;
  if (!best) return NOTHING;
  const { total, page, counts } = best;
  const weight = (category: Category) => counts[category]! + (category === best.category ? 0.5 : 0);
  const categories = CATEGORIES.filter((category) => counts[category]).toSorted(
    (one, other) => weight(other) - weight(one),
  );
  return { products: rows.flatMap(({ cards }) => cards), total, page, categories };
}

/**
 * The names that begin with everything that was typed, accents aside: the best matches of every search, read from the index
 * of names. No rows unless there are MOST_FOUND of them: fewer are found with all other products by productsWithAll.
 */
export function productsBeginning(spellings: string[], paging: Paging): SQL {
  const typed = sql`(SELECT fold(${spellings.join(" ")}))`;
  const found = sql`found AS MATERIALIZED (
    SELECT category, ${columnsOf(paging)} FROM products
    WHERE name COLLATE french >= ${typed} AND name COLLATE french < ${typed} || ${LAST_IN_FRENCH}
    ORDER BY products.name COLLATE french, id LIMIT ${fixed(MOST_FOUND)})`;
  return pageOf(found, sql`name, id`, paging, MOST_FOUND);
}

/**
 * The products that have every term: the most terms in the name first, then names that begin with the first term, then by
 * PostgreSQL's rank of all texts. Where many names have every term, only these, without the rank. At most MOST_FOUND.
 */
export async function productsWithAll(
  db: Queryable,
  terms: Term[],
  paging: Paging,
): Promise<Listed> {
  const wanted = meaningful(terms);
  if (wanted.length === 0) return NOTHING;
  // The index reads the list of every word that begins so. The lists of the other terms are shorter: their products are read
  // instead, and tested.
  const narrow = wanted.filter((term) => !isWide(term));
  const indexed = narrow.length > 0 ? narrow : wanted;
  const having = (match: Match) =>
    matching(allOf(indexed, match), allOf(wanted, match), MOST_FOUND);
  const found = foundBy(having(inName), having(everywhere), columnsOf(paging));
  const rank = sql`CASE WHEN ${HAS_FEW_NAMES} THEN ${rankOf(allOf(wanted, everywhere))} END`;
  const order = sql`${countOf(wanted, inName)} DESC, ${startsWith(wanted[0]!)} DESC, ${rank} DESC, name, id`;
  const { rows } = await db.execute<FoundRow>(pageOf(found, order, paging));
  return listed(rows);
}

/** The products that have any of the terms, the most terms first: proposed where no product has all of them. */
export async function productsWithAny(
  db: Queryable,
  terms: Term[],
  limit: number,
): Promise<ProductCard[]> {
  const wanted = meaningful(terms);
  if (wanted.length === 0) return [];
  const having = (query: string) => matching(query, query, MANY_NAMES);
  const [names, texts] = [anyTermOf(wanted, inName), anyTermOf(wanted, everywhere)];
  const paging = { page: 1, pageSize: limit };
  const order = sql`${countOf(wanted, everywhere)} DESC, ${countOf(wanted, inName)} DESC, ${startsWith(wanted[0]!)} DESC,
    ${rankOf(texts)} DESC, name, id`;
  const found = foundBy(having(names), having(texts), columnsOf(paging));
  const { rows } = await db.execute<FoundRow>(pageOf(found, order, paging));
  return listed(rows).products;
}

/** At most so many products that match `wanted`, looked up by `indexed`: a part of it, or all (0009_search.sql). */
const matching = (indexed: string, wanted: string, most: number) =>
  sql`find_products(${indexed}::tsquery, ${wanted}::tsquery, ${fixed(most)})`;

const HAS_FEW_NAMES = sql`(SELECT count(*) FROM named) < ${fixed(MANY_NAMES)}`;

/**
 * The table `found` of a statement: the products `inNames` and, where these are few, `inTexts`, with their vectors. OFFSET 0
 * keeps the lookup by id: PostgreSQL would read all products of a small shop.
 */
const foundBy = (inNames: SQL, inTexts: SQL, columns: SQL) => sql`
  named AS MATERIALIZED (SELECT * FROM ${inNames}),
  described AS MATERIALIZED (SELECT * FROM ${inTexts} WHERE ${HAS_FEW_NAMES}),
  found AS MATERIALIZED (
    SELECT vector, product.* FROM (
        SELECT * FROM named UNION ALL SELECT * FROM described WHERE product_id NOT IN (SELECT product_id FROM named)
      ) AS either,
      LATERAL (SELECT category, ${columns} FROM products WHERE products.id = product_id OFFSET 0) AS product)`;

/** What the order of a page compares; the best matches are by name among equals. */
const columnsOf = ({ sort }: Paging) => orderedColumns(sort ?? "desc");

/** A page of FoundRow of the table `found`: in `order`, unless another was asked for. No rows where fewer than `fewest` are found. */
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
/** How many of the terms a product has. */
const countOf = (terms: Term[], match: Match): SQL =>
  sql`(${sql.join(
    terms.map((term) => sql`(vector @@ ${match(term)}::tsquery)::integer`),
    sql` + `,
  )})`;
