import type { Term } from "./search-terms.server.ts";

/*
 * The text-search queries of a search's terms, as text: db/migrations/0002_search.sql says what « # », « = » and « ^ » stand
 * for. Words are letters and figures only, and stand in quotes.
 */

/** So many of the words, the rarest ones, leave few products, and then the others cost less in those than in their lists. */
const SURE_TERMS = 3;

/** Those that say something of a product. */
export const meaningful = (terms: Term[]) =>
  terms.filter(({ stems, beginning }) => stems.length > 0 || beginning !== null);

/** What is looked up first of a search for all of the terms, in their order. */
export function rarest(terms: Term[]): Term[] {
  const sure = byRarity(terms).slice(0, SURE_TERMS);
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
 * The pairs of stems that a name has if it has every term, as name_pairs() of 0027_name_pairs.sql writes them: the rarest
 * term's with each of the others'. Null where they don't help: for a single term, or beside one that has no stems of names,
 * which would be asked of every name that has the pair.
 */
export function pairsOf(terms: Term[]): string | null {
  const stemsOf = byRarity(terms).flatMap(({ nameStems }) => (nameStems ? [nameStems] : []));
  const [first, ...others] = stemsOf;
  if (terms.some(({ nameStems }) => !nameStems) || !first || others.length === 0) return null;
  const pairsWith = (other: string[]) =>
    first.flatMap((stem) =>
      other.map((its) => `'${stem <= its ? `${stem}+${its}` : `${its}+${stem}`}'`),
    );
  return others.map((other) => anyOf(pairsWith(other))).join(" & ");
}

/** What any text of a product answers with. */
export const everywhere = ({ stems, begun }: Term) =>
  anyOf([...stems.map((stem) => `'${stem}'`), ...begun]);
/** What its name answers with. */
export const inName = ({ stems, begun }: Term) =>
  anyOf([...stems.map((stem) => `'#${stem}'`), ...begun]);
/** What a name begins with. */
export const atTheStart = ({ stems, beginning }: Term) =>
  anyOf([...stems, ...(beginning === null ? [] : [beginning])].map((start) => `'^${start}':*`));
const anyOf = (lexemes: string[]) => `(${lexemes.join(" | ")})`;
