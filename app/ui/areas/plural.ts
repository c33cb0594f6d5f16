import { boundedNumber } from "../bounded-count.ts";
import { frenchNumber } from "../french-number.ts";

/** « 1 200 lignes », for nouns whose plural only adds an s. */
export function plural(count: number, word: string): string {
  return withPlural(frenchNumber(count), word, count);
}

/** « Plus de 10 000 commandes » (`boundedNumber`), capitalised, for nouns whose plural only adds an s. */
export function boundedPlural(count: number, word: string): string {
  return withPlural(boundedNumber(count, { isStart: true }), word, count);
}

const withPlural = (shown: string, word: string, count: number) =>
  `${shown} ${word}${count > 1 ? "s" : ""}`;
