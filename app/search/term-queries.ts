import type { Term } from "./search-terms.server.ts";

/*
 * The text-search queries of a search's terms, as text. search_vector() in db/migrations says what the marks « # », « = » and
 * « ^ » stand for. Words are letters and figures only, and stand in quotes.
 */

/** Which lexemes of a product's vector match a term. */
export type Match = (term: Term) => string;

/** The terms that a product can match. */
export const meaningful = (terms: Term[]) =>
  terms.filter(({ stems, beginning }) => stems.length > 0 || beginning !== null);

/** In any text of the product. */
export const everywhere: Match = (term) =>
  anyOf([...term.stems.map((stem) => `'${stem}'`), ...begun(term)]);
/** In its name. */
export const inName: Match = (term) =>
  anyOf([...term.stems.map((stem) => `'#${stem}'`), ...begun(term)]);
/** At the start of its name. */
export const atTheStart: Match = ({ stems, beginning }) =>
  anyOf([...stems, ...(beginning === null ? [] : [beginning])].map((start) => `'^${start}':*`));

export const allOf = (terms: Term[], match: Match) => terms.map(match).join(" & ");
export const anyTermOf = (terms: Term[], match: Match) => terms.map(match).join(" | ");

/** Few words are written out: the index skips in the lists of whole words, but reads every list of a beginning. */
const begun = ({ beginning, completions }: Term) => {
  if (beginning === null) return [];
  return completions?.length ? completions.map((word) => `'=${word}'`) : [`'=${beginning}':*`];
};
export const isWide = ({ beginning, completions }: Term) =>
  beginning !== null && completions === null;
const anyOf = (lexemes: string[]) => `(${lexemes.join(" | ")})`;
