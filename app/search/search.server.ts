import { sql } from "drizzle-orm";
import type { Category, ProductCard } from "#app/catalogue/product-schema.ts";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import {
  toResultPage,
  NO_RESULTS,
  productsByNamePrefix,
  productsWithAll,
  productsWithAny,
  productsWithCode,
  type FoundRow,
  type ResultPage,
  type Paging,
} from "./found-products.server.ts";
import { nearestWords } from "./nearest-words.server.ts";
import {
  correctTerms,
  lookUpWords,
  spellingsOf,
  termsOf,
  type VocabularyWord,
  type Term,
} from "./search-terms.server.ts";
import { inAnyText, searchable } from "./term-queries.ts";

const SUGGESTED_PRODUCTS = 6;
const SUGGESTED_CATEGORIES = 2;
/** The largest number of products that is shown for a suggested category. */
const MOST_COUNTED = 1_000;

export type SearchResults = {
  products: ProductCard[];
  /** The number of found products, at most MOST_FOUND; MOST_FOUND means that there may be more. */
  total: number;
  page: number;
  /** The keyword that was searched instead of a typed one without matches, « crème hydratante »; otherwise null. */
  correction: string | null;
};

/**
 * One page of the products that contain every word of the keyword in any of their texts, ignoring accents, case, ligatures and
 * inflection; the last word may be a prefix. When no product matches, misspelt words are replaced by the nearest words of the
 * catalogue (`correction`). At most MOST_FOUND products are found. A page beyond the last returns the last page. Without `sort`,
 * the best matches come first.
 */
export async function searchProducts(
  db: Queryable,
  { keyword, ...paging }: { keyword: string } & Paging,
): Promise<SearchResults> {
  const { products, total, page: shown, correction } = await find(db, keyword, paging);
  return { products, total, page: shown, correction };
}

export type NearMatches = {
  products: ProductCard[];
  /** A word of the catalogue for « Vouliez-vous dire »; null when there is none. */ word:
    | string
    | null;
};

/**
 * Near matches for a keyword without results: at most `limit` products that contain any of its words, or words near to them.
 */
export async function nearestProducts(
  db: Queryable,
  keyword: string,
  limit: number,
): Promise<NearMatches> {
  const spellings = spellingsOf(keyword);
  const { rows } = await db.execute<{ words: VocabularyWord[] }>(
    sql`SELECT ${lookUpWords(spellings)} AS words`,
  );
  const terms = termsOf(rows[0]!.words);
  const near = await Promise.all(
    terms.map(async (term) => ({
      term,
      words: term.status === "known" ? [] : await nearestWords(db, term),
    })),
  );
  const alternatives = near.map(({ term, words }) => ({
    ...term,
    stems: [...term.stems, ...words.map(({ stem }) => stem)],
  }));
  return {
    products: await productsWithAny(db, alternatives, limit),
    word: near.flatMap(({ words }) => words)[0]?.spelling ?? null,
  };
}

export type Suggestions = {
  products: ProductCard[];
  /** `count` is at most MOST_COUNTED; MOST_COUNTED means that there may be more. */
  categories: { category: Category; count: number }[];
  total: number;
  correction: string | null;
};

/** Suggestions for the header's search field: at most SUGGESTED_PRODUCTS products and SUGGESTED_CATEGORIES categories. */
export async function suggest(db: Queryable, keyword: string): Promise<Suggestions> {
  const found = await find(db, keyword, { page: 1, pageSize: SUGGESTED_PRODUCTS });
  const { products, total, correction } = found;
  const categories = total === 0 ? [] : await categoriesOf(db, found);
  return { products, categories, total, correction };
}

type Found = ResultPage & { terms: Term[]; correction: string | null };
async function find(db: Queryable, keyword: string, paging: Paging): Promise<Found> {
  const spellings = spellingsOf(keyword);
  if (spellings.length === 0) return { ...NO_RESULTS, terms: [], correction: null };
  // Two queries in one statement, to save a round trip: every search needs both.
  const { rows } = await db.execute<{ words: VocabularyWord[]; prefixed: FoundRow[] }>(sql`
    SELECT ${lookUpWords(spellings)} AS words,
      (SELECT coalesce(json_agg(row), '[]') FROM (${productsByNamePrefix(spellings, paging)}) AS row) AS prefixed`);
  const { words, prefixed } = rows[0]!;
  const terms = termsOf(words);
  // Every EAN and nearly every reference has a digit: searches for words save the query.
  const coded = /\d/.test(keyword) ? await productsWithCode(db, keyword, paging) : NO_RESULTS;
  if (coded.total > 0) return { ...coded, terms, correction: null };
  const exact =
    prefixed.length > 0 ? toResultPage(prefixed) : await productsWithAll(db, terms, paging);
  if (exact.total > 0) return { ...exact, terms, correction: null };
  const corrected = await correctTerms(db, terms);
  if (!corrected) return { ...exact, terms, correction: null };
  const found = await productsWithAll(db, corrected, paging);
  const correction = corrected.map(({ spelling }) => spelling).join(" ");
  return { ...found, terms: corrected, correction: found.total > 0 ? correction : null };
}

/**
 * The categories of the found products whose names match the keyword, at most SUGGESTED_CATEGORIES; if there is none, the most
 * frequent category.
 */
async function categoriesOf(
  db: Queryable,
  { terms: every, categories }: Found,
): Promise<{ category: Category; count: number }[]> {
  const query = searchable(every).map(inAnyText).join(" | ");
  const { rows } = await db.execute<{ category: Category; named: boolean; count: number }>(sql`
    SELECT category, named, (SELECT least(sum(count), ${sqlLiteral(MOST_COUNTED)})::integer FROM product_counts
      WHERE product_counts.category = best.category) AS count
    FROM (SELECT category, place, search_marks('=', string_to_array(search_text(category), ' '))
        || to_tsvector('french', search_text(category)) @@ ${query}::tsquery AS named
      FROM unnest(${sql.param(categories)}::text[]) WITH ORDINALITY AS found (category, place)
      ORDER BY named DESC, place LIMIT ${sqlLiteral(SUGGESTED_CATEGORIES)}) AS best`);
  return rows
    .filter(({ named }, index) => named || index === 0)
    .map(({ category, count }) => ({ category, count }));
}
