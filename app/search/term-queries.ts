import type { Term } from "./search-terms.server.ts";

/*
 * Builds tsquery texts from search terms. The marks « # », « = » and « ^ » are explained at search_vector() (0009_search.sql).
 * Words contain only letters and digits, and are quoted.
 */

/** Builds the tsquery of a term: which lexemes of a product's vector match it. */
export type Match = (term: Term) => string;

/** The terms that can match: without stop words. */
export const searchable = (terms: Term[]) =>
  terms.filter(({ stems, beginning }) => stems.length > 0 || beginning !== null);

/** Matches in any text of the product. */
export const everywhere: Match = (term) =>
  anyOf([...term.stems.map((stem) => `'${stem}'`), ...prefixLexemes(term)]);
/** Matches in the product's name. */
export const inName: Match = (term) =>
  anyOf([...term.stems.map((stem) => `'#${stem}'`), ...prefixLexemes(term)]);
/** Matches the first word of the product's name. */
export const atTheStart: Match = ({ stems, beginning }) =>
  anyOf([...stems, ...(beginning === null ? [] : [beginning])].map((start) => `'^${start}':*`));

export const allOf = (terms: Term[], match: Match) => terms.map(match).join(" & ");
export const anyTermOf = (terms: Term[], match: Match) => terms.map(match).join(" | ");

/** Lists the words of a prefix if they are few: GIN skips within posting lists of whole words, but reads a prefix's in full. */
const prefixLexemes = ({ beginning, completions }: Term) => {
  if (beginning === null) return [];
  return completions?.length ? completions.map((word) => `'=${word}'`) : [`'=${beginning}':*`];
};
export const isWidePrefix = ({ beginning, completions }: Term) =>
  beginning !== null && completions === null;
const anyOf = (lexemes: string[]) => `(${lexemes.join(" | ")})`;
