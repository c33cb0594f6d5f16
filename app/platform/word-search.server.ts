import { and, sql, type Column, type SQL } from "drizzle-orm";

/** Below this a trigram index knows beginnings of words only. */
const SHORTEST_INSIDE = 3;

/**
 * The rows whose folded text (`fold()`: no accents, no capitals) holds every word that is searched, the part
 * of a word included; every row when nothing is. A trigram index answers from three letters on. Of a text in which
 * `eachWordAfterSpace`, the first one too, it answers any word: one or two letters are then a word's beginning.
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
    // Asked for once: a kept plan would fold it again for every row.
    ...words.map((word) => sql`${column} LIKE (SELECT fold(${patternOf(word)}))`),
  );
}
