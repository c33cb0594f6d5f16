import { and, sql, type Column, type SQL } from "drizzle-orm";

/** A shorter pattern uses a trigram index only at the beginning of a word. */
const SHORTEST_INSIDE = 3;

/**
 * Matches rows whose folded text (`fold()`: no accents, lower case) contains every searched word, also as part of a word;
 * all rows when nothing is searched. A trigram index supports words of three letters or more. With `eachWordAfterSpace`
 * (every word of the text follows a space), shorter words match the beginning of a word.
 */
export function holdsWords(
  column: Column | SQL,
  search: string,
  { eachWordAfterSpace = false } = {},
): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== "");
  const patternOf = (word: string) => {
    const start = eachWordAfterSpace && word.length < SHORTEST_INSIDE ? "% " : "%";
    return `${start}${word.replace(/[\\%_]/g, "\\$&")}%`;
  };
  return and(
    // A scalar subquery is evaluated once; inlined, a generic plan would call fold() for every row.
    ...words.map((word) => sql`${column} LIKE (SELECT fold(${patternOf(word)}))`),
  );
}
