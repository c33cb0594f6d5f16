import { and, sql, type Column, type SQL } from "drizzle-orm";

/** A shorter pattern uses a trigram index only at the beginning of a word. */
const SHORTEST_INSIDE = 3;
/**
 * What is looked up in a trigram index: so many words, the longest ones, and so many letters of each. A GIN index reads the
 * posting list of each trigram, and further trigrams would exclude few rows.
 */
const WORDS_LOOKED_UP = 3;
const LETTERS_LOOKED_UP = 5;

type Format = {
  /** Every word of the text follows a space: a word of one or two letters matches the beginning of a word. */
  eachWordAfterSpace?: boolean;
};

/**
 * Matches rows whose folded text (`fold()`: no accents, lower case) contains every searched word, also as part of a word;
 * undefined (all rows) when nothing is searched. A trigram index supports words of three letters or more, and shorter ones
 * with `eachWordAfterSpace`.
 */
export const holdsWords = (column: Column | SQL, search: string, format: Format = {}) =>
  holdsAll(column, wordsOf(search), format);

/**
 * The same, with `eachWordAfterSpace`, for a column with a trigram index and long or frequent words: some are looked up in the
 * index, the others are checked on the rows found. `|| ''` keeps the planner from using the index for them.
 */
export function holdsWordsByIndex(column: SQL, search: string): SQL | undefined {
  const words = wordsOf(search);
  const isLookedUp = (word: string, place: number) =>
    place === 0 || (place < WORDS_LOOKED_UP && word.length >= SHORTEST_INSIDE);
  const lookedUp = words
    .toSorted((one, other) => other.length - one.length)
    .filter(isLookedUp)
    .map(selectivePart);
  const others = words.filter((word) => !lookedUp.includes(word));
  const format = { eachWordAfterSpace: true };
  return and(holdsAll(column, lookedUp, format), holdsAll(sql`(${column} || '')`, others, format));
}

/** The beginning of a word of letters. Numbers stay whole: invoice numbers of a year begin with the same characters. */
const selectivePart = (word: string) =>
  /^\p{L}+$/u.test(word) ? [...word].slice(0, LETTERS_LOOKED_UP).join("") : word;

const wordsOf = (search: string) => search.split(/\s+/).filter((word) => word !== "");

function holdsAll(
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
