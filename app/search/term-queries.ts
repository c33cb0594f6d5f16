import type { Term } from "./search-terms.server.ts";

/*
 * Builds tsquery texts from search terms. The marks « # », « = » and « ^ » are explained in db/functions/search_vector.sql. Words
 * contain only letters and digits, and are quoted.
 */

/** Builds the tsquery text of a term: the lexemes of a product's vector that match the term. */
export type Match = (term: Term) => string;

/** The terms that can match a product: those with stems or a prefix. Stop words mostly have neither. */
export const searchable = (terms: Term[]) =>
  terms.filter(({ stems, beginning }) => stems.length > 0 || beginning !== null);

export const inAnyText: Match = (term) =>
  anyOf([...term.stems.map((stem) => `'${stem}'`), ...prefixLexemes(term)]);
export const inName: Match = (term) =>
  anyOf([...term.stems.map((stem) => `'#${stem}'`), ...prefixLexemes(term)]);
/** Matches the first word of the product's name. */
export const atNameStart: Match = ({ stems, beginning }) =>
  anyOf([...stems, ...(beginning === null ? [] : [beginning])].map((start) => `'^${start}':*`));

/** The tsquery text for products that match all terms, or any of them. */
export const allOf = (terms: Term[], match: Match) => terms.map(match).join(" & ");
export const anyTermOf = (terms: Term[], match: Match) => terms.map(match).join(" | ");

/**
 * The lexemes of a term's prefix: its words if they are few, else the prefix itself. GIN skips within the posting lists of
 * whole words, but reads those of a prefix in full.
 */
const prefixLexemes = ({ beginning, completions }: Term) => {
  if (beginning === null) return [];
  return completions?.length ? completions.map((word) => `'=${word}'`) : [`'=${beginning}':*`];
};
/** Whether the term is matched by a prefix with MANY_COMPLETIONS words or more. */
export const isWidePrefix = ({ beginning, completions }: Term) =>
  beginning !== null && completions === null;
const anyOf = (lexemes: string[]) => `(${lexemes.join(" | ")})`;
