import { sql, type SQL } from "drizzle-orm";
import { LAST_IN_FRENCH } from "#app/catalogue/list-products.server.ts";
import { CATEGORIES, type Category, type ProductCard } from "#app/catalogue/product-schema.ts";
import { cardsOf } from "#app/catalogue/products.server.ts";
import { fixed, type Queryable } from "#app/platform/db.server.ts";
import { nearestWords } from "./nearest-words.server.ts";
import { MOST_FOUND } from "./search-query.ts";
import {
  asKeys,
  atTheStart,
  everywhere,
  inName,
  keysOf,
  meaningful,
  rarest,
} from "./term-queries.ts";
import {
  correctTerms,
  readWords,
  spellingsOf,
  termsOf,
  type ReadWord,
  type Term,
} from "./search-terms.server.ts";

/** How much a word counts in composition, description, category and name. */
const WEIGHTS = "{0.02, 0.1, 0.4, 1}";
const SUGGESTED_PRODUCTS = 6;
const SUGGESTED_CATEGORIES = 2;
/** From so many names on, what else is said of products neither ranks nor finds them: a name says it better. */
const MANY_NAMES = 100;
/** So many of the words, the rarest ones, leave few products, and then the others cost less in those than in their lists. */
const SURE_TERMS = 3;
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
  const { products, total, page: shown, correction } = await find(db, keyword, { page, pageSize });
  return { products, total, page: shown, correction };
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
  const spellings = spellingsOf(keyword);
  const { rows } = await db.execute<{ words: ReadWord[] }>(
    sql`SELECT ${readWords(spellings)} AS words`,
  );
  const terms = termsOf(rows[0]!.words);
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
  const { products } = await list(db, wanted, { any: true, page: 1, pageSize: limit });
  return {
    products,
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
  const found = await find(db, keyword, { page: 1, pageSize: SUGGESTED_PRODUCTS, counted: true });
  const { products, total, correction } = found;
  const categories = total === 0 ? [] : await categoriesOf(db, found);
  return { products, categories, total, correction };
}

type Listed = {
  products: ProductCard[];
  total: number;
  page: number;
  /** Of the products found, the most frequent first; among equals, the one that the best product is of. None uncounted. */
  categories: readonly Category[];
};
type Found = Listed & { terms: Term[]; correction: string | null };
type Paging = { page: number; pageSize: number; /** By category. */ counted?: boolean };
const NOTHING: Listed = { products: [], total: 0, page: 1, categories: [] };

async function find(db: Queryable, keyword: string, paging: Paging): Promise<Found> {
  const spellings = spellingsOf(keyword);
  if (spellings.length === 0) return { ...NOTHING, terms: [], correction: null };
  // In one statement what every search begins with.
  const { rows } = await db.execute<{ words: ReadWord[]; begun: FoundRow[] }>(sql`
    SELECT ${readWords(spellings)} AS words,
      (SELECT coalesce(json_agg(row), '[]') FROM (${beginning(spellings, paging)}) AS row) AS begun`);
  const { words, begun } = rows[0]!;
  const terms = termsOf(words);
  const exact = begun.length > 0 ? listed(begun) : await list(db, terms, paging);
  if (exact.total > 0) return { ...exact, terms, correction: null };
  const corrected = await correctTerms(db, terms);
  if (!corrected) return { ...exact, terms, correction: null };
  const meant = await list(db, corrected, paging);
  const correction = corrected.map(({ spelling }) => spelling).join(" ");
  return { ...meant, terms: corrected, correction: meant.total > 0 ? correction : null };
}

/** Of a page of what is found; each row tells of the whole, too. */
type FoundRow = {
  cards: ProductCard[];
  category: Category;
  total: number;
  page: number;
  counts: Partial<Record<Category, number>> | null;
};

function listed(rows: FoundRow[]): Listed {
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
function beginning(spellings: string[], { page, pageSize, counted = false }: Paging): SQL {
  const typed = spellings.join(" ");
  const shown = Math.min(page, Math.ceil(MOST_FOUND / pageSize));
  return withCards(sql`WITH found AS MATERIALIZED (
      SELECT id, name COLLATE french AS name, category FROM products
      WHERE name COLLATE french >= (SELECT fold(${typed})) AND name COLLATE french < (SELECT fold(${typed}) || ${LAST_IN_FRENCH})
      ORDER BY name COLLATE french, id LIMIT ${fixed(MOST_FOUND)}
    )
    SELECT id, category, ${fixed(MOST_FOUND)}::integer AS total, ${shown}::integer AS page, ${counted ? countsOf(sql`found`) : sql`NULL`} AS counts
    FROM found WHERE (SELECT count(*) FROM found) = ${fixed(MOST_FOUND)}
    ORDER BY name, id LIMIT ${fixed(pageSize)} OFFSET ${(shown - 1) * pageSize}`);
}

/** How many products of each category `found` has. */
const countsOf = (found: SQL) =>
  sql`(SELECT json_object_agg(category, count) FROM (SELECT category, count(*) FROM ${found} AS every GROUP BY category) AS counted)`;

/**
 * A page of the products that have every word, best first: those that have the most words in the name, then names that
 * begin with the first word, then by PostgreSQL's rank; where many names have every word, those alone. At most MOST_FOUND
 * are looked at: a wider search is too wide for anybody to turn its pages. `any`: those that have some of the words, the
 * most first.
 */
async function list(
  db: Queryable,
  terms: Term[],
  { page, pageSize, counted = false, any = false }: Paging & { any?: boolean },
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
  const best = any
    ? sql`named`
    : sql`(SELECT * FROM named ORDER BY starts DESC, name, product_id
        LIMIT (SELECT CASE WHEN named >= ${fixed(MANY_NAMES)} THEN page * ${fixed(pageSize)} END FROM counted)) AS named`;
  const counts = countsOf(sql`(SELECT category FROM named UNION ALL
    SELECT category FROM described WHERE product_id NOT IN (SELECT product_id FROM named))`);
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
      SELECT product_id, name, category, starts, CASE WHEN ${fixed(any)} OR named < ${fixed(MANY_NAMES)} THEN
        (SELECT vector FROM product_search AS texts WHERE texts.product_id = named.product_id AND texts.tier = named.tier) END AS vector
      FROM ${best}, counted
      UNION ALL
      SELECT product_id, NULL, category, vector @@ ${start}, vector FROM described
      WHERE (SELECT ${fixed(any)} OR named < page * ${fixed(pageSize)} FROM counted)
        AND product_id NOT IN (SELECT product_id FROM named)
    )
    SELECT product_id AS id, category, total, page,
      ${counted ? counts : sql`NULL`} AS counts
    FROM counted, candidates
    ORDER BY ${any ? sql`${countOf(wanted, everywhere)} DESC, ${countOf(wanted, inName)} DESC` : sql`name IS NULL, CASE WHEN name IS NULL THEN ${countOf(wanted, inName)} END DESC`},
      starts DESC, CASE WHEN ${fixed(any)} OR named < ${fixed(MANY_NAMES)} THEN ${rank} END DESC, name, product_id
    LIMIT ${fixed(pageSize)} OFFSET (SELECT (page - 1) * ${fixed(pageSize)} FROM counted)`),
  );
  return listed(rows);
}

/** Of the found products' categories those that the words name, or else the first. */
async function categoriesOf(
  db: Queryable,
  { terms: every, categories }: Found,
): Promise<{ category: Category; count: number }[]> {
  const query = meaningful(every).map(everywhere).join(" | ");
  const { rows } = await db.execute<{ category: Category; named: boolean; count: number }>(sql`
    SELECT category, named, (SELECT least(sum(count), ${fixed(MOST_COUNTED)})::integer FROM product_counts
      WHERE product_counts.category = best.category) AS count
    FROM (SELECT category, place, search_marks('=', string_to_array(search_text(category), ' '))
        || to_tsvector('french', search_text(category)) @@ ${query}::tsquery AS named
      FROM unnest(${sql.param(categories)}::text[]) WITH ORDINALITY AS found (category, place)
      ORDER BY named DESC, place LIMIT ${fixed(SUGGESTED_CATEGORIES)}) AS best`);
  return rows
    .filter(({ named }, index) => named || index === 0)
    .map(({ category, count }) => ({ category, count }));
}

/** How many of the terms a product has. */
function countOf(terms: Term[], where: (term: Term) => string): SQL {
  return sql.join(
    terms.map((term) => sql`(vector @@ ${where(term)}::tsquery)::integer`),
    sql` + `,
  );
}
