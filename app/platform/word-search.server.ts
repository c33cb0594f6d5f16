import { and, sql, type Column, type SQL } from "drizzle-orm";

/** Patterns shorter than this, in characters, use a trigram index only at the beginning of a word. */
const SHORTEST_INSIDE = 3;
/**
 * `containsWordsByIndex` looks up only the longest words in the trigram index, and only the first letters of each. A GIN
 * index reads the posting list of each trigram, and further trigrams would exclude few rows.
 */
const WORDS_LOOKED_UP = 3;
const LETTERS_LOOKED_UP = 5;

type Format = {
  /**
   * The column has a space before every word. A searched word of one or two letters then matches only the beginning of a word.
   */
  eachWordAfterSpace?: boolean;
};

/**
 * The condition that the column's folded text (`fold()`: no accents, lower case) contains every searched word, also inside a
 * longer word; undefined (all rows) when `search` is blank. A trigram index supports words of three letters or more, and
 * shorter ones with `eachWordAfterSpace`.
 */
export const containsWords = (column: Column | SQL, search: string, format: Format = {}) =>
  containsAll(column, wordsOf(search), format);

/**
 * `containsWords` with `eachWordAfterSpace`, for a column with a trigram index and searches with long or frequent words. The
 * longest words are looked up in the index; the others are checked on the rows found. `|| ''` keeps the planner from using
 * the index for the others.
 */
export function containsWordsByIndex(column: SQL, search: string): SQL | undefined {
  const words = wordsOf(search);
  const isLookedUp = (word: string, place: number) =>
    place === 0 || (place < WORDS_LOOKED_UP && word.length >= SHORTEST_INSIDE);
  const lookedUp = words
    .toSorted((one, other) => other.length - one.length)
    .filter(isLookedUp)
    .map(selectivePart);
  const others = words.filter((word) => !lookedUp.includes(word));
  const format = { eachWordAfterSpace: true };
  return and(
    containsAll(column, lookedUp, format),
    containsAll(sql`(${column} || '')`, others, format),
  );
}

/**
 * The first LETTERS_LOOKED_UP letters of a word. A word with other characters stays whole: invoice numbers of a year begin
 * alike.
 */
const selectivePart = (word: string) =>
  /^\p{L}+$/u.test(word) ? [...word].slice(0, LETTERS_LOOKED_UP).join("") : word;

const wordsOf = (search: string) => search.split(/\s+/).filter((word) => word !== "");

function containsAll(
  column: Column | SQL,
  words: string[],
  { eachWordAfterSpace = false }: Format,
): SQL | undefined {
  const patternOf = (word: string) => {
    const start = eachWordAfterSpace && word.length < SHORTEST_INSIDE ? "% " : "%";
    return `${start}${word.replace(/[\\%_]/g, "\\$&")}%`;
  };
  // A scalar subquery is evaluated once; inlined, a generic plan would call fold() for every row.
  return and(...words.map((word) => sql`${column} LIKE (SELECT fold(${patternOf(word)}))`));
}
