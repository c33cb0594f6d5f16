import { boundedNumber } from "../bounded-count.ts";
import { frenchNumber } from "../french-number.ts";

/** A count and a noun, « 1 200 lignes ». The noun's plural must only add an s. */
export function plural(count: number, word: string): string {
  return withPlural(frenchNumber(count), word, count);
}

/**
 * A bounded count (`boundedNumber`) and a noun, capitalised: « Plus de 10 000 commandes ». The noun's plural must only add an
 * s.
 */
export function boundedPlural(count: number, word: string): string {
  return withPlural(boundedNumber(count, { isStart: true }), word, count);
}

const withPlural = (shown: string, word: string, count: number) =>
  `${shown} ${word}${count > 1 ? "s" : ""}`;
