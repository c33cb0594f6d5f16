import { sql, type SQL } from "drizzle-orm";
import type { Category, ProductCard } from "#app/catalogue/product-schema.ts";
import { productCards } from "#app/catalogue/products.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { nearestWords } from "./nearest-words.server.ts";
import { MOST_FOUND } from "./search-query.ts";
import { correctTerms, readTerms, type Term } from "./search-terms.server.ts";

/** How much a word counts in composition, description, category and name. */
const WEIGHTS = "{0.02, 0.1, 0.4, 1}";
const SUGGESTED_PRODUCTS = 6;
const SUGGESTED_CATEGORIES = 2;
/** A category's products are counted up to here. */
const MOST_COUNTED = 1_000;

export type SearchResults = {
  products: ProductCard[];
  /** From MOST_FOUND on, there may be more. */
  total: number;
  page: number;
  /** What was searched instead of the keyword, which nothing matches: « crème hydratante ». */
  correction: string | null;
};

/**
 * One page of the products that have every word of the keyword, in any text of theirs: accents, capitals, ligatures,
 * plurals and endings don't matter, the last word may be a beginning. When no product has them all, misspelt words are
 * replaced by the nearest that the shop knows, and `correction` says so.
 * A page beyond the last one gives the last one.
 */
export async function searchProducts(
  db: Queryable,
  { keyword, page, pageSize }: { keyword: string; page: number; pageSize: number },
): Promise<SearchResults> {
  const { ids, total, page: shown, correction } = await find(db, keyword, { page, pageSize });
  return { products: await productCards(db, ids), total, page: shown, correction };
}

export type NearMatches = {
  products: ProductCard[];
  /** A word that was probably meant. */ word: string | null;
};

/** What comes nearest to a keyword that finds nothing: products that have any of its words, or of those near to them. */
export async function nearestProducts(
  db: Queryable,
  keyword: string,
  limit: number,
): Promise<NearMatches> {
  const terms = await readTerms(db, keyword);
  const near = await Promise.all(
    terms.map(async (term) => ({
      term,
      words: term.standing === "named" ? [] : await nearestWords(db, term, { moreFaults: 1 }),
    })),
  );
  const wanted = near.map(({ term, words }) => ({
    ...term,
    stems: [...term.stems, ...words.map(({ stem }) => stem)],
  }));
  const { ids } = await list(db, wanted, { any: true, page: 1, pageSize: limit });
  return {
    products: await productCards(db, ids),
    word: near.flatMap(({ words }) => words)[0]?.spelling ?? null,
  };
}

export type Suggestions = {
  products: ProductCard[];
  /** `count` is at most 1000: then there are as many or more. */
  categories: { category: Category; count: number }[];
  total: number;
  correction: string | null;
};

/** What the header proposes while the visitor types: at most 6 products and 2 categories. */
export async function suggest(db: Queryable, keyword: string): Promise<Suggestions> {
  const found = await find(db, keyword, { page: 1, pageSize: SUGGESTED_PRODUCTS });
  const [products, categories] = await Promise.all([
    productCards(db, found.ids),
    found.total === 0 ? [] : categoriesOf(db, found),
  ]);
  return { products, categories, total: found.total, correction: found.correction };
}

type Found = {
  ids: string[];
  total: number;
  page: number;
  terms: Term[];
  correction: string | null;
};
type Paging = { page: number; pageSize: number };

async function find(db: Queryable, keyword: string, paging: Paging): Promise<Found> {
  const terms = await readTerms(db, keyword);
  const exact = await list(db, terms, paging);
  if (exact.total > 0) return { ...exact, terms, correction: null };
  const corrected = await correctTerms(db, terms);
  if (!corrected) return { ...exact, terms, correction: null };
  const meant = await list(db, corrected, paging);
  const correction = corrected.map(({ spelling }) => spelling).join(" ");
  return { ...meant, terms: corrected, correction: meant.total > 0 ? correction : null };
}

/**
 * The ids of one page, best first: the most words in the name, then names that begin with the first word, then by
 * PostgreSQL's rank. `any`: of the products that have some of the words, those that have the most first.
 */
async function list(
  db: Queryable,
  terms: Term[],
  { page, pageSize, any = false }: Paging & { any?: boolean },
): Promise<{ ids: string[]; total: number; page: number }> {
  const wanted = meaningful(terms);
  const [first] = wanted;
  if (!first) return { ids: [], total: 0, page: 1 };
  const query = matching(wanted, { any });
  const rows = await db.execute<{ id: string; total: number; page: number }>(sql`
    WITH found AS MATERIALIZED (${foundBy(wanted, { any })}),
    counted AS (
      SELECT total, greatest(1, least(${page}, ceil(total / ${pageSize}::numeric)))::integer AS page
      FROM (SELECT count(*)::integer AS total FROM found) AS every
    )
    SELECT products.id, counted.total, counted.page
    FROM counted, found JOIN product_search USING (product_id) JOIN products ON products.id = product_id
    ORDER BY ${any ? sql`${countOf(wanted, everywhere)} DESC,` : sql``} ${countOf(wanted, inName)} DESC,
      vector @@ ${atTheStart(first)}::tsquery DESC, ts_rank(${WEIGHTS}, vector, ${query}::tsquery) DESC,
      name COLLATE french, products.id
    LIMIT ${pageSize} OFFSET (SELECT (page - 1) * ${pageSize} FROM counted)`);
  return {
    ids: rows.map(({ id }) => id),
    total: rows[0]?.total ?? 0,
    page: rows[0]?.page ?? 1,
  };
}

const meaningful = (terms: Term[]) =>
  terms.filter(({ stems, beginning }) => stems.length > 0 || beginning !== null);

/** The categories that the words name, or else the one that most of the found products are of, the best one's among equals. */
async function categoriesOf(
  db: Queryable,
  { terms: every, ids }: Found,
): Promise<{ category: Category; count: number }[]> {
  const terms = meaningful(every);
  const named = sql`search_marks('=', string_to_array(search_text(category), ' '))
    || to_tsvector('french', search_text(category)) @@ ${matching(terms, { any: true })}::tsquery`;
  const rows = await db.execute<{ category: Category; named: boolean; count: number }>(sql`
    SELECT category, named, (SELECT count(*)::integer FROM
      (SELECT FROM products WHERE products.category = best.category LIMIT ${MOST_COUNTED}) AS its) AS count
    FROM (SELECT category, ${named} AS named FROM (${foundBy(terms, {})}) AS found
      JOIN products ON products.id = product_id
      GROUP BY category ORDER BY named DESC, count(*) DESC, bool_or(products.id = ${ids[0]!}) DESC, category
      LIMIT ${SUGGESTED_CATEGORIES}) AS best`);
  return rows
    .filter(({ named }, index) => named || index === 0)
    .map(({ category, count }) => ({ category, count }));
}

/**
 * The products that match, at most MOST_FOUND and as many whose names do: a wider search is too wide for anybody to turn
 * its pages, and ranking it would cost more than it says.
 */
function foundBy(terms: Term[], { any = false }: { any?: boolean }): SQL {
  const limited = (query: string) =>
    sql`(SELECT product_id FROM product_search WHERE vector @@ ${query}::tsquery LIMIT ${MOST_FOUND})`;
  const byName = terms.map(inName).join(any ? " | " : " & ");
  return sql`${limited(byName)} UNION ${limited(matching(terms, { any }))}`;
}

const matching = (terms: Term[], { any }: { any: boolean }) =>
  terms.map(everywhere).join(any ? " | " : " & ");

/** How many of the terms a product has. */
function countOf(terms: Term[], where: (term: Term) => string): SQL {
  return sql.join(
    terms.map((term) => sql`(vector @@ ${where(term)}::tsquery)::integer`),
    sql` + `,
  );
}

// Text-search queries, as text: db/migrations/0002_search.sql says what « # », « = » and « ^ » stand for. Words are letters
// and figures only, and stand in quotes.
const everywhere = ({ stems, beginning }: Term) =>
  anyOf([...stems.map((stem) => `'${stem}'`), ...named(beginning)]);
const inName = ({ stems, beginning }: Term) =>
  anyOf([...stems.map((stem) => `'#${stem}'`), ...named(beginning)]);
const atTheStart = ({ stems, beginning }: Term) =>
  anyOf([...stems, ...(beginning === null ? [] : [beginning])].map((start) => `'^${start}':*`));
const named = (beginning: string | null) => (beginning === null ? [] : [`'=${beginning}':*`]);
const anyOf = (lexemes: string[]) => `(${lexemes.join(" | ")})`;
