import { sql } from "drizzle-orm";
import type { Category, ProductCard } from "#app/catalogue/product-schema.ts";
import { fixed, type Queryable } from "#app/platform/db.server.ts";
import {
  listed,
  NOTHING,
  productsBeginning,
  productsWithAll,
  productsWithAny,
  type FoundRow,
  type Listed,
  type Paging,
} from "./found-products.server.ts";
import { nearestWords } from "./nearest-words.server.ts";
import { everywhere, meaningful } from "./term-queries.ts";
import {
  correctTerms,
  readWords,
  spellingsOf,
  termsOf,
  type ReadWord,
  type Term,
} from "./search-terms.server.ts";

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
 * A page beyond the last one gives the last one. `sort` puts what is found in another order than the best first; of a wide
 * search, the MOST_FOUND that are looked at.
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
      words: term.standing === "named" ? [] : await nearestWords(db, term),
    })),
  );
  const wanted = near.map(({ term, words }) => ({
    ...term,
    stems: [...term.stems, ...words.map(({ stem }) => stem)],
  }));
  return {
    products: await productsWithAny(db, wanted, limit),
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
  const { products, total, correction } = found;
  const categories = total === 0 ? [] : await categoriesOf(db, found);
  return { products, categories, total, correction };
}

type Found = Listed & { terms: Term[]; correction: string | null };
async function find(db: Queryable, keyword: string, paging: Paging): Promise<Found> {
  const spellings = spellingsOf(keyword);
  if (spellings.length === 0) return { ...NOTHING, terms: [], correction: null };
  // In one statement what every search begins with.
  const { rows } = await db.execute<{ words: ReadWord[]; begun: FoundRow[] }>(sql`
    SELECT ${readWords(spellings)} AS words,
      (SELECT coalesce(json_agg(row), '[]') FROM (${productsBeginning(spellings, paging)}) AS row) AS begun`);
  const { words, begun } = rows[0]!;
  const terms = termsOf(words);
  const exact = begun.length > 0 ? listed(begun) : await productsWithAll(db, terms, paging);
  if (exact.total > 0) return { ...exact, terms, correction: null };
  const corrected = await correctTerms(db, terms);
  if (!corrected) return { ...exact, terms, correction: null };
  const meant = await productsWithAll(db, corrected, paging);
  const correction = corrected.map(({ spelling }) => spelling).join(" ");
  return { ...meant, terms: corrected, correction: meant.total > 0 ? correction : null };
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
