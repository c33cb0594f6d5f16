import { sql, type SQL } from "drizzle-orm";
import { LAST_IN_FRENCH } from "#app/catalogue/list-products.server.ts";
import type { Category, ProductCard } from "#app/catalogue/product-schema.ts";
import { productCards } from "#app/catalogue/products.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { nearestWords } from "./nearest-words.server.ts";
import { MOST_FOUND } from "./search-query.ts";
import { correctTerms, readTerms, spellingsOf, type Term } from "./search-terms.server.ts";

/** How much a word counts in composition, description, category and name. */
const WEIGHTS = "{0.02, 0.1, 0.4, 1}";
const SUGGESTED_PRODUCTS = 6;
const SUGGESTED_CATEGORIES = 2;
/** So many names are tried one by one for a beginning, before the index is asked. */
const MOST_TRIED = 15_000;
/** From so many names on, what else is said of a product doesn't rank it. */
const MANY_NAMES = 100;
/** Products that have only some of the words are ranked up to here. */
const MOST_NEAR = 100;
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

type Found = Listed & { terms: Term[]; correction: string | null };
type Listed = {
  ids: string[];
  total: number;
  page: number;
  /** Selects `product_id` and `category` of the products found. */
  source: SQL;
};
type Paging = { page: number; pageSize: number };

async function find(db: Queryable, keyword: string, paging: Paging): Promise<Found> {
  const [terms, begun] = await Promise.all([
    readTerms(db, keyword),
    listBeginning(db, keyword, paging),
  ]);
  const exact = begun ?? (await listByName(db, terms, paging)) ?? (await list(db, terms, paging));
  if (exact.total > 0) return { ...exact, terms, correction: null };
  const corrected = await correctTerms(db, terms);
  if (!corrected) return { ...exact, terms, correction: null };
  const meant = (await listByName(db, corrected, paging)) ?? (await list(db, corrected, paging));
  const correction = corrected.map(({ spelling }) => spelling).join(" ");
  return { ...meant, terms: corrected, correction: meant.total > 0 ? correction : null };
}

// Two ways that spare a wide search the reading and ranking of what it won't show: they answer when many match, else null.

/** Names that begin with all that was typed, whatever its accents: what is best of every search, in one stretch of an index. */
async function listBeginning(
  db: Queryable,
  keyword: string,
  { page, pageSize }: Paging,
): Promise<Listed | null> {
  const typed = spellingsOf(keyword).join(" ");
  if (!typed) return null;
  const shown = Math.min(page, Math.ceil(MOST_FOUND / pageSize));
  const begin = sql`FROM products
    WHERE name COLLATE french >= fold(${typed}) AND name COLLATE french < fold(${typed}) || ${LAST_IN_FRENCH}`;
  const source = sql`SELECT id AS product_id, category ${begin} LIMIT ${MOST_FOUND}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id ${begin} AND (SELECT count(*) FROM (${source}) AS every) = ${MOST_FOUND}
    ORDER BY name COLLATE french, id LIMIT ${pageSize} OFFSET ${(shown - 1) * pageSize}`);
  if (rows.length === 0) return null;
  return { ids: rows.map(({ id }) => id), total: MOST_FOUND, page: shown, source };
}

/**
 * Names that have every word, when they are many: those that begin with the first one, then by name. `total` counts what
 * is described so, too.
 */
async function listByName(
  db: Queryable,
  terms: Term[],
  { page, pageSize }: Paging,
): Promise<Listed | null> {
  const wanted = meaningful(terms);
  const [first] = wanted;
  if (!first) return null;
  const shown = Math.min(page, Math.ceil(MOST_FOUND / pageSize));
  const query = wanted.map(inName).join(" & ");
  const oldest = sql`(SELECT * FROM (SELECT * FROM product_names LIMIT ${MOST_TRIED}) AS tried
    WHERE words @@ ${query}::tsquery LIMIT ${MOST_FOUND})`;
  const every = sql`named_products(${query}::tsquery, ${MOST_FOUND})`;
  // An index reads all the words that have a beginning; of two letters, that may be every other product.
  for (const named of wanted.some(({ isWide }) => isWide) ? [oldest, every] : [every]) {
    const { rows } = await db.execute<{ id: string; total: number }>(sql`
      WITH found AS MATERIALIZED (SELECT * FROM ${named} AS named),
      counted AS MATERIALIZED (SELECT count(*)::integer AS named FROM found)
      SELECT product_id AS id, CASE WHEN named = ${MOST_FOUND} THEN named ELSE
        (SELECT count(*)::integer FROM (SELECT product_id FROM found UNION ${describedBy(wanted, { any: false })}) AS every)
        END AS total
      FROM found, counted WHERE named >= ${named === oldest ? MOST_FOUND : Math.max(MANY_NAMES, shown * pageSize)}
      ORDER BY words @@ ${atTheStart(first)}::tsquery DESC, name COLLATE french, product_id
      LIMIT ${pageSize} OFFSET ${(shown - 1) * pageSize}`);
    if (rows.length === 0) continue;
    const ids = rows.map(({ id }) => id);
    const source = sql`SELECT product_id, category FROM ${named} AS named`;
    return { ids, total: rows[0]!.total, page: shown, source };
  }
  return null;
}

/**
 * The ids of one page, best first: the most words in the name, then names that begin with the first word, then by
 * PostgreSQL's rank. `any`: of the products that have some of the words, those that have the most first.
 */
async function list(
  db: Queryable,
  terms: Term[],
  { page, pageSize, any = false }: Paging & { any?: boolean },
): Promise<Listed> {
  const wanted = meaningful(terms);
  const [first] = wanted;
  const source = foundBy(wanted, { any });
  if (!first) return { ids: [], total: 0, page: 1, source };
  const query = matching(wanted, { any });
  // What has every word in its name comes first: the rest is ranked for the pages after it alone.
  const { rows } = await db.execute<{ id: string; total: number; page: number }>(sql`
    WITH named AS MATERIALIZED (${namedBy(wanted, { any })}), described AS MATERIALIZED (${describedBy(wanted, { any })}),
    counted AS (
      SELECT total, greatest(1, least(${page}, ceil(total / ${pageSize}::numeric)))::integer AS page
      FROM (SELECT count(*)::integer AS total FROM (SELECT * FROM named UNION SELECT * FROM described) AS every) AS summed
    ), ranked AS MATERIALIZED (
      SELECT product_id FROM named UNION
      SELECT product_id FROM described WHERE ${any} OR (SELECT count(*) FROM named) < (SELECT page * ${pageSize} FROM counted)
    )
    SELECT product_id AS id, counted.total, counted.page
    FROM counted, ranked JOIN product_search USING (product_id) JOIN product_names USING (product_id)
    ORDER BY ${any ? sql`${countOf(wanted, everywhere)} DESC,` : sql``} ${countOf(wanted, inName)} DESC,
      vector @@ ${atTheStart(first)}::tsquery DESC, ts_rank(${WEIGHTS}, vector, ${query}::tsquery) DESC,
      name COLLATE french, product_id
    LIMIT ${pageSize} OFFSET (SELECT (page - 1) * ${pageSize} FROM counted)`);
  return {
    ids: rows.map(({ id }) => id),
    total: rows[0]?.total ?? 0,
    page: rows[0]?.page ?? 1,
    source,
  };
}

const meaningful = (terms: Term[]) =>
  terms.filter(({ stems, beginning }) => stems.length > 0 || beginning !== null);

/** The categories that the words name, or else the one that most of the found products are of, the best one's among equals. */
async function categoriesOf(
  db: Queryable,
  { terms: every, ids, source }: Found,
): Promise<{ category: Category; count: number }[]> {
  const terms = meaningful(every);
  const named = sql`search_marks('=', string_to_array(search_text(category), ' '))
    || to_tsvector('french', search_text(category)) @@ ${matching(terms, { any: true })}::tsquery`;
  const { rows } = await db.execute<{ category: Category; named: boolean; count: number }>(sql`
    SELECT category, named, (SELECT least(sum(count), ${MOST_COUNTED})::integer FROM product_counts
      WHERE product_counts.category = best.category) AS count
    FROM (SELECT category, ${named} AS named FROM (${source}) AS found
      GROUP BY category ORDER BY named DESC, count(*) DESC, bool_or(product_id = ${ids[0]!}) DESC, category
      LIMIT ${SUGGESTED_CATEGORIES}) AS best`);
  return rows
    .filter(({ named }, index) => named || index === 0)
    .map(({ category, count }) => ({ category, count }));
}

/**
 * The products that match, at most MOST_FOUND and as many whose names do: a wider search is too wide for anybody to turn
 * its pages, and ranking it would cost more than it says.
 */
function foundBy(terms: Term[], { any }: { any: boolean }): SQL {
  return sql`SELECT product_id, category FROM product_names
    WHERE product_id = ANY (ARRAY(${namedBy(terms, { any })} UNION ${describedBy(terms, { any })}))`;
}

function namedBy(terms: Term[], { any }: { any: boolean }): SQL {
  const query = terms.map(inName).join(any ? " | " : " & ");
  return sql`SELECT product_id FROM named_products(${query}::tsquery, ${any ? MOST_NEAR : MOST_FOUND})`;
}

function describedBy(terms: Term[], { any }: { any: boolean }): SQL {
  return sql`(SELECT product_id FROM product_search WHERE vector @@ ${matching(terms, { any })}::tsquery
    LIMIT ${any ? MOST_NEAR : MOST_FOUND})`;
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
const everywhere = ({ stems, begun }: Term) =>
  anyOf([...stems.map((stem) => `'${stem}'`), ...begun]);
const inName = ({ stems, begun }: Term) => anyOf([...stems.map((stem) => `'#${stem}'`), ...begun]);
const atTheStart = ({ stems, beginning }: Term) =>
  anyOf([...stems, ...(beginning === null ? [] : [beginning])].map((start) => `'^${start}':*`));
const anyOf = (lexemes: string[]) => `(${lexemes.join(" | ")})`;
