import { sql, type SQL } from "drizzle-orm";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import { fixed, type Queryable } from "#app/platform/db.server.ts";
import { nearestWords, type NearWord } from "./nearest-words.server.ts";

/** A word of the visitor's: a product answers by having any of the stems, or a name's word with the beginning. */
export type Term = {
  /** As it is shown: with its accents. */
  spelling: string;
  /** Folded, as in `search_words`. */
  word: string;
  /** None for a word that says nothing, like « de ». */
  stems: string[];
  /** For what is still being typed. */
  beginning: string | null;
  /** What a name's word may be that begins so, as text-search lexemes. */
  begun: string[];
  /** Whether a great many words begin so: they are not written out one by one. */
  isWide: boolean;
  /**
   * Every name that answers has a word of one of these stems, or is of one of these categories (« ~Parfums »); null when
   * one may answer without.
   */
  items: string[] | null;
  /** How many of the products have it, about: 0 for what is rare. */
  share: number;
  /** A stranger is in no text of the shop; a guest in some, but in no name. */
  standing: "named" | "guest" | "stranger";
};

/** Further words are not looked at. */
const MOST_WORDS = 8;
/** What says nothing of a product, beyond the stop words that PostgreSQL knows, which have lost their accents here. */
const EMPTY_WORDS = new Set(["a", "les"]);
const JOINING_WORDS = new Set(["a", "au", "d", "de", "du", "en", "et", "l", "la", "le"]);
/** A beginning that more words have is looked for as it is. */
const MOST_COMPLETIONS = 50;
/** A product's category is looked for by its words alone, and not by their stems. */
const CATEGORY_WORDS = sql`string_to_array(search_text(${fixed(CATEGORIES.join(" "))}), ' ')`;
const CATEGORY_WORDS_OF = sql`(VALUES ${sql.join(
  CATEGORIES.map(
    (category) => sql`(${fixed(category)}, string_to_array(search_text(${fixed(category)}), ' '))`,
  ),
  sql`, `,
)}) AS kept (category, words)`;
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
  /** How many of the products have it, of 1, about. */
  share: number | null;
  /** Words of names that begin so and have another stem. */
  completions: string[];
  /** What those are stemmed to, null for one that has no stem, and the categories that have one: « ~Parfums ». */
  completionItems: (string | null)[];
  /** How many of the products have any of those, about. */
  completedShare: number | null;
};

/**
 * What the vocabulary knows of each word of a keyword, as one value: a JSON list of ReadWord. The words come by a SELECT
 * that PostgreSQL doesn't see through: it would plan anew for each number of words, longer than it reads.
 */
export const readWords = (spellings: string[]): SQL => sql`(
  SELECT coalesce(json_agg(known ORDER BY place), '[]') FROM (
    SELECT coalesce((SELECT known.spelling FROM search_words AS known WHERE known.word = asked.word), spelling) AS spelling,
      word, stem, place, "isNamed", share, completions, "completionItems", "completedShare"
    FROM (SELECT spelling, place, word, (ts_lexize('french_stem', word))[1] AS stem
      FROM unnest(string_to_array((SELECT ${spellings.join(" ")}::text), ' ')) WITH ORDINALITY AS typed (spelling, place),
        unnest(string_to_array(search_text(spelling), ' ')) AS word) AS asked,
      LATERAL (SELECT bool_or(in_name) AS "isNamed", max(share) AS share FROM search_words AS known
        WHERE known.stem = asked.stem) AS stemmed,
      LATERAL (SELECT coalesce(array_agg(begun.word), '{}') AS completions,
        coalesce(array_agg(DISTINCT (ts_lexize('french_stem', begun.word))[1]), '{}')
          || coalesce((SELECT array_agg('~' || category) FROM ${CATEGORY_WORDS_OF} WHERE words && array_agg(begun.word)), '{}') AS "completionItems",
        sum(share) AS "completedShare" FROM (
        SELECT known.word, known.share FROM search_words AS known WHERE in_name
          AND known.word COLLATE "C" >= asked.word AND known.word COLLATE "C" < asked.word || '~'
          AND (known.stem IS DISTINCT FROM asked.stem OR known.word = ANY (${CATEGORY_WORDS}))
        LIMIT ${fixed(MOST_COMPLETIONS)}) AS begun) AS completed) AS known)`;

/** Learns anew which words are common: once a day is often enough, as it decides nothing but what is read first. */
export async function weighWords(db: Queryable): Promise<void> {
  await db.execute(sql`SELECT weigh_words()`);
}

/** The terms of a keyword, in its order; the last one may be a beginning. */
export function termsOf(words: ReadWord[]): Term[] {
  const isEmpty = ({ word, stem }: (typeof words)[number]) =>
    stem === null || EMPTY_WORDS.has(word);
  const saysNothing = words.every(isEmpty);
  return words.map((read, index): Term => {
    const { spelling, word, stem, isNamed, completions, completionItems } = read;
    const [share, completedShare] = [read.share ?? 0, read.completedShare ?? 0];
    const isTyped = index === words.length - 1 && (saysNothing || !isEmpty(read));
    // Figures and very short words are never misspelt: they are, or are not.
    const isSure =
      isEmpty(read) || !/^[a-z]{3,}$/.test(word) || isNamed || (isTyped && completions.length > 0);
    const stems = stem === null || isEmpty(read) ? [] : [stem];
    const begun = isTyped ? lexemesOf(word, stems, completions) : [];
    const isWrittenOut = !begun.some((lexeme) => lexeme.endsWith(":*")) && stems.length > 0;
    return {
      spelling,
      word,
      stems,
      beginning: isTyped ? word : null,
      begun,
      isWide: isTyped && completions.length === MOST_COMPLETIONS,
      items: isWrittenOut ? every([...stems, ...(isTyped ? completionItems : [])]) : null,
      share: isTyped ? Math.max(share, completedShare) : share,
      standing: isSure ? "named" : isNamed === null ? "stranger" : "guest",
    };
  });
}

const every = (items: (string | null)[]): string[] | null =>
  items.includes(null) ? null : [...new Set(items as string[])];

/**
 * The words that begin so one by one, when they are few: an index passes over whole lists of a word's products, but reads
 * every list of a beginning. The vocabulary has all words of names, if they are written in our letters or figures; those
 * whose stem is looked for already, as the typed word's is, needn't be looked for again.
 */
function lexemesOf(beginning: string, stems: string[], completions: string[]): string[] {
  const isFew = completions.length < MOST_COMPLETIONS;
  if (!isFew || !/^([a-z]+|[0-9]+)$/.test(beginning)) return [`'=${beginning}':*`];
  const hasStem = stems.length > 0 && /^[a-z]/.test(beginning);
  const words = hasStem ? completions : new Set([beginning, ...completions]);
  return Array.from(words, (word) => `'=${word}'`);
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
  const { word, spelling } = near[0]!;
  // A stranger's own stem is in no text.
  const stems = [...new Set([...term.stems, ...near.map(({ stem }) => stem)])];
  const share = near.reduce((sum, other) => sum + other.share, term.share);
  return {
    word,
    spelling,
    stems,
    beginning: null,
    begun: [],
    isWide: false,
    items: stems,
    share,
    standing: "named",
  };
}

type KnownWord = { word: string; spelling: string; stem: string; share: number };

async function knownWords(db: Queryable, words: string[]): Promise<Map<string, KnownWord>> {
  const { rows } = await db.execute<KnownWord>(sql`
    SELECT word, spelling, stem, share FROM search_words
    WHERE word = ANY (string_to_array(${words.join(" ")}, ' ')) AND stem <> ''`);
  return new Map(rows.map((row) => [row.word, row]));
}

const termOf = ({ word, spelling, stem, share }: KnownWord): Term => ({
  word,
  spelling,
  stems: [stem],
  beginning: null,
  begun: [],
  isWide: false,
  items: [stem],
  share,
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
