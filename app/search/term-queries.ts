import type { Term } from "./search-terms.server.ts";

/*
 * The text-search queries of a search's terms, as text: db/migrations/0009_search.sql says what « # », « = » and « ^ » stand
 * for. Words are letters and figures only, and stand in quotes.
 */

/** Of a name's words, the beginnings up to so many letters are keys (name_keys() in db/migrations/0009_search.sql). */
const KEPT_LETTERS = 4;

/** Those that say something of a product. */
export const meaningful = (terms: Term[]) =>
  terms.filter(({ stems, beginning }) => stems.length > 0 || beginning !== null);

/** So many of the terms of a search for all of them, in their order: what is looked up first. */
export function rarest(terms: Term[], most: number): Term[] {
  const sure = byRarity(terms).slice(0, most);
  return sure.length > 0 ? terms.filter((term) => sure.includes(term)) : terms;
}

/** Those that are no wide beginnings, each once. */
function byRarity(terms: Term[]): Term[] {
  const isSaidOnce = (term: Term, index: number) =>
    terms.findIndex((other) => everywhere(other) === everywhere(term)) === index;
  const listed = terms.filter((term, index) => !term.isWide && isSaidOnce(term, index));
  return listed.toSorted((one, other) => one.share - other.share);
}

/**
 * What names that have every term have among their keys, as name_keys() of 0009_search.sql writes them: a pair of the
 * rarest term with each of the others. `isAll`: whether every name that has these keys has every term.
 */
export function keysOf(terms: Term[]): { keys: string; isAll: boolean } {
  const [first, ...others] = byRarity(terms).filter(({ items }) => items);
  const alone = terms.filter(({ items }) => !items);
  if (!first || others.length === 0) return { keys: allOf(terms.map(asKeys)), isAll: true };
  const pairsWith = (other: Term) =>
    anyOf(first.items!.flatMap((one) => other.items!.map((its) => keyOfPair(one, its))));
  return {
    keys: allOf([...others.map(pairsWith), ...alone.map(asKeys)]),
    isAll: [first, ...others].every(({ begun }) => begun.length === 0),
  };
}

function keyOfPair(one: string, other: string): string {
  const key = one === other ? `#${one}` : [one, other].toSorted().join("+");
  return `'${key.replaceAll("'", "''")}'`;
}

/** What any text of a product answers with. */
export const everywhere = ({ stems, begun }: Term) =>
  anyOf([...stems.map((stem) => `'${stem}'`), ...begun]);
/** What its name answers with. */
export const inName = ({ stems, begun }: Term) =>
  anyOf([...stems.map((stem) => `'#${stem}'`), ...begun]);
/** The same by a name's keys. */
export const asKeys = (term: Term) =>
  term.beginning !== null && term.beginning.length <= KEPT_LETTERS
    ? inName({ ...term, begun: [`'<${term.beginning}'`] })
    : inName(term);
/** What a name begins with. */
export const atTheStart = ({ stems, beginning }: Term) =>
  anyOf([...stems, ...(beginning === null ? [] : [beginning])].map((start) => `'^${start}':*`));
const anyOf = (lexemes: string[]) => `(${lexemes.join(" | ")})`;
const allOf = (queries: string[]) => queries.join(" & ");
