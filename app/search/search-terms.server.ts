import { sql, type SQL } from "drizzle-orm";
import { fixed, type Queryable } from "#app/platform/db.server.ts";
import { nearestWords, type NearWord } from "./nearest-words.server.ts";

/** A word of the visitor's: a product matches with any of the stems, or with a name's word that begins so. */
export type Term = {
  /** As it is shown: with its accents. */
  spelling: string;
  /** Folded, as in `search_words`. */
  word: string;
  /** None for a stop word, like « de ». */
  stems: string[];
  /** For what is still being typed. */
  beginning: string | null;
  /** The words of names that begin so; null when there are too many. */
  completions: string[] | null;
  /** A stranger is in no text of the shop; a guest in some, but in no name. */
  standing: "named" | "guest" | "stranger";
};

/** Further words are not looked at. */
const MOST_WORDS = 8;
/** What says nothing of a product, beyond the stop words that PostgreSQL knows, which have lost their accents here. */
const EMPTY_WORDS = new Set(["a", "les"]);
const JOINING_WORDS = new Set(["a", "au", "d", "de", "du", "en", "et", "l", "la", "le"]);
/** A beginning of so many words of names is a wide one. */
const MANY_COMPLETIONS = 50;
/** Longer ones are no French words run together. */
const LONGEST_RUN_TOGETHER = 25;

/** The words of a keyword as they were typed. */
export function spellingsOf(keyword: string): string[] {
  return (keyword.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []).slice(0, MOST_WORDS);
}

/** A word of a keyword, as the shop's vocabulary knows it. */
export type ReadWord = {
  spelling: string;
  word: string;
  stem: string | null;
  /** null for a word that no product has. */
  isNamed: boolean | null;
  /** Words of names that begin so, at most MANY_COMPLETIONS. */
  completions: string[];
};

/**
 * What the vocabulary has of each word of a keyword, as one value: a JSON list of ReadWord. The words are one parameter in a
 * sub-SELECT: PostgreSQL then keeps one plan, however many words there are.
 */
export const readWords = (spellings: string[]): SQL => sql`(
  SELECT coalesce(json_agg(known ORDER BY place), '[]') FROM (
    SELECT coalesce((SELECT known.spelling FROM search_words AS known WHERE known.word = asked.word), spelling) AS spelling,
      word, stem, place,
      (SELECT bool_or(in_name) FROM search_words AS known WHERE known.stem = asked.stem) AS "isNamed",
      ARRAY(SELECT known.word FROM search_words AS known
        WHERE in_name AND known.word COLLATE "C" >= asked.word AND known.word COLLATE "C" < asked.word || '~'
        LIMIT ${fixed(MANY_COMPLETIONS)}) AS completions
    FROM (SELECT spelling, place, word, (ts_lexize('french_stem', word))[1] AS stem
      FROM unnest(string_to_array((SELECT ${spellings.join(" ")}::text), ' ')) WITH ORDINALITY AS typed (spelling, place),
        unnest(string_to_array(search_text(spelling), ' ')) AS word) AS asked) AS known)`;

/** The terms of a keyword, in its order; the last one may be a beginning. */
export function termsOf(words: ReadWord[]): Term[] {
  const isEmpty = ({ word, stem }: ReadWord) => stem === null || EMPTY_WORDS.has(word);
  const saysNothing = words.every(isEmpty);
  return words.map((read, index): Term => {
    const { spelling, word, stem, isNamed, completions } = read;
    const isTyped = index === words.length - 1 && (saysNothing || !isEmpty(read));
    // Figures and very short words are never misspelt: they are, or are not.
    const isSure =
      isEmpty(read) || !/^[a-z]{3,}$/.test(word) || isNamed || (isTyped && completions.length > 0);
    return {
      spelling,
      word,
      stems: stem === null || isEmpty(read) ? [] : [stem],
      beginning: isTyped ? word : null,
      completions: isTyped && completions.length < MANY_COMPLETIONS ? completions : null,
      standing: isSure ? "named" : isNamed === null ? "stranger" : "guest",
    };
  });
}

/**
 * What was probably meant by terms that no product has all of: words that were cut or run together, the nearest in
 * spelling or sound for a stranger; a guest may be itself or the nearest name. Null when it comes to the same terms,
 * or a stranger has nothing near.
 */
export async function correctTerms(db: Queryable, terms: Term[]): Promise<Term[] | null> {
  if (terms.every(({ standing }) => standing === "named")) return null;
  const corrected: Term[] = [];
  for (const term of await joinCutWords(db, terms)) {
    if (term.standing === "named") {
      corrected.push(term);
      continue;
    }
    const [near, parts] = await Promise.all([nearestWords(db, term), partsOf(db, term.word)]);
    const cost = near[0]?.cost ?? Infinity;
    // Two words run together are surer than several faults in one.
    if (term.standing === "stranger" && parts && cost > 1) corrected.push(...parts);
    else if (near.length > 0) corrected.push(meantBy(term, near));
    else if (term.standing === "guest") corrected.push(term);
    else return null;
  }
  return corrected.every((term) => terms.includes(term)) ? null : corrected;
}

function meantBy(term: Term, near: NearWord[]): Term {
  // A stranger's own stem is in no text.
  const stems = [...new Set([...term.stems, ...near.map(({ stem }) => stem)])];
  return { ...termOf(near[0]!), stems };
}

type KnownWord = { word: string; spelling: string; stem: string };

async function knownWords(db: Queryable, words: string[]): Promise<Map<string, KnownWord>> {
  const { rows } = await db.execute<KnownWord>(sql`
    SELECT word, spelling, stem FROM search_words
    WHERE word = ANY (string_to_array(${words.join(" ")}, ' ')) AND stem <> ''`);
  return new Map(rows.map((row) => [row.word, row]));
}

const termOf = ({ word, spelling, stem }: KnownWord): Term => ({
  word,
  spelling,
  stems: [stem],
  beginning: null,
  completions: null,
  standing: "named",
});

/** « hyalu ronique » is « hyaluronique », when one of its halves is a stranger. */
async function joinCutWords(db: Queryable, terms: Term[]): Promise<Term[]> {
  const pairs = terms.slice(1).map((term, index) => terms[index]!.word + term.word);
  if (pairs.length === 0) return terms;
  const known = await knownWords(db, pairs);
  const joined: Term[] = [];
  for (let index = 0; index < terms.length; index++) {
    const [term, next] = [terms[index]!, terms[index + 1]];
    const whole = next && known.get(term.word + next.word);
    if (whole && [term, next].some(({ standing }) => standing === "stranger")) {
      joined.push(termOf(whole));
      index++;
    } else joined.push(term);
  }
  return joined;
}

/** « rougealevres » is « rouge à lèvres »: the fewest known words that make it up, or null. */
async function partsOf(db: Queryable, run: string): Promise<Term[] | null> {
  if (run.length > LONGEST_RUN_TOGETHER) return null;
  const pieces: string[] = [];
  for (let start = 0; start < run.length; start++)
    for (let end = start + 3; end <= run.length; end++) pieces.push(run.slice(start, end));
  const known = await knownWords(db, pieces);
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= run.length; end++) {
    for (let start = 0; start < end; start++) {
      const [before, piece] = [best[start], run.slice(start, end)];
      if (!before || !(known.has(piece) || JOINING_WORDS.has(piece))) continue;
      if (before.length + 1 < (best[end]?.length ?? Infinity)) best[end] = [...before, piece];
    }
  }
  const parts = best[run.length]?.flatMap((piece) => known.get(piece) ?? []) ?? [];
  return parts.length > 1 ? parts.map(termOf) : null;
}
