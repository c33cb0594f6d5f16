import { sql, type SQL } from "drizzle-orm";
import { FORMER_NAMES } from "#app/catalogue/product-schema.ts";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { nearestWords, type NearWord } from "./nearest-words.server.ts";

/** A typed word. A product matches if it has one of `stems`, or if a word of its name starts with `beginning`. */
export type Term = {
  /** The word with accents, for display. */
  spelling: string;
  /** The word without accents, in lower case, as in the table `search_words`. */
  word: string;
  /** The stems that match; empty for a stop word, for example « de ». */
  stems: string[];
  /** The word itself if it may be incomplete (the last one of the keyword), to match as a prefix; otherwise null. */
  beginning: string | null;
  /** The words of names with this prefix; null when there are too many, or no prefix. */
  completions: string[] | null;
  /**
   * « unknown »: the word is in no text of the catalogue, and probably misspelt. « text-only »: it is in texts, but in no
   * product name, and possibly misspelt. « known »: all other words.
   */
  status: "known" | "text-only" | "unknown";
};

/** How many words of a keyword are searched; further ones are ignored. */
const MOST_WORDS = 8;
/** Stop words that PostgreSQL's French list lacks. « a » is « à » without its accent; the list has only « à ». */
const STOP_WORDS = new Set(["a", "les"]);
const JOINING_WORDS = new Set(["a", "au", "d", "de", "du", "en", "et", "l", "la", "le"]);
/** Words of a category's former name, with the stem of its name, which is in the products' search vectors. */
const IMPERFECTIONS = new Set(["imperfection", "imperfections"]);
const ACNE = "acne";
/** The stems of « œil » and « yeux », as search_text() writes them: the stemmer does not connect this singular and plural. */
const EYE = ["oeil", "yeu"];
/** A prefix of this many words is matched as a prefix instead of listing its words. */
const MANY_COMPLETIONS = 50;
/** Longer words are not split, to limit the number of looked-up pieces. */
const LONGEST_JOINED_WORD = 25;

/**
 * The first MOST_WORDS words of a keyword, as typed, or of the category whose former name it is; a change between letters and digits
 * separates two words.
 */
export function spellingsOf(keyword: string): string[] {
  const words = wordsOf(keyword);
  const typed = foldedWords(words);
  const renamed = RENAMED.find(({ former }) => former === typed);
  return (renamed ? wordsOf(renamed.category) : words).slice(0, MOST_WORDS);
}

const wordsOf = (text: string): string[] => text.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [];
const foldedWords = (words: string[]) =>
  words.join(" ").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** A search for the whole former name of a category is one for its name. */
const RENAMED = Object.entries(FORMER_NAMES).map(([category, former]) => ({
  category,
  former: foldedWords(wordsOf(former)),
}));

/** A typed word with its data from the table `search_words`. `stem` is null for a stop word. */
export type VocabularyWord = {
  spelling: string;
  word: string;
  stem: string | null;
  /** Whether the stem occurs in a product name; null when it occurs in no text. */
  isNamed: boolean | null;
  /** The words of product names that start with the typed word, at most MANY_COMPLETIONS. */
  completions: string[];
};

/**
 * A subquery that looks up the words of a keyword. Its result is a JSON array of VocabularyWord. The words are one parameter in
 * a sub-SELECT, so that PostgreSQL reuses one plan for any number of words.
 */
export const lookUpWords = (spellings: string[]): SQL => sql`(
  SELECT coalesce(json_agg(known ORDER BY place), '[]') FROM (
    SELECT coalesce((SELECT known.spelling FROM search_words AS known WHERE known.word = query_word.word), spelling) AS spelling,
      word, stem, place,
      (SELECT bool_or(in_name) FROM search_words AS known WHERE known.stem = query_word.stem) AS "isNamed",
      ARRAY(SELECT known.word FROM search_words AS known
        WHERE in_name AND known.word COLLATE "C" >= query_word.word AND known.word COLLATE "C" < query_word.word || '~'
        LIMIT ${sqlLiteral(MANY_COMPLETIONS)}) AS completions
    FROM (SELECT spelling, place, word, (ts_lexize('french_stem', word))[1] AS stem
      FROM unnest(string_to_array((SELECT ${spellings.join(" ")}::text), ' ')) WITH ORDINALITY AS typed (spelling, place),
        unnest(string_to_array(search_text(spelling), ' ')) AS word) AS query_word) AS known)`;

/**
 * The terms of a keyword's words, in the same order. The last term also matches as a prefix, unless it is a stop word and the
 * keyword has other words.
 */
export function termsOf(words: VocabularyWord[]): Term[] {
  const isStopWord = ({ word, stem }: VocabularyWord) => stem === null || STOP_WORDS.has(word);
  const areAllStopWords = words.every(isStopWord);
  return words.map((read, index): Term => {
    const { spelling, word, stem, isNamed, completions } = read;
    const mayBePrefix = index === words.length - 1 && (areAllStopWords || !isStopWord(read));
    // Digits and words of one or two letters are never corrected.
    const isKnown =
      isStopWord(read) ||
      EYE.includes(word) ||
      IMPERFECTIONS.has(word) ||
      !/^[a-z]{3,}$/.test(word) ||
      isNamed ||
      (mayBePrefix && completions.length > 0);
    return {
      spelling,
      word,
      stems: stem === null || isStopWord(read) ? [] : stemsOf(word, stem),
      beginning: mayBePrefix ? word : null,
      completions: mayBePrefix && completions.length < MANY_COMPLETIONS ? completions : null,
      status: isKnown ? "known" : isNamed === null ? "unknown" : "text-only",
    };
  });
}

function stemsOf(word: string, stem: string): string[] {
  if (EYE.includes(word)) return EYE;
  return IMPERFECTIONS.has(word) ? [stem, ACNE] : [stem];
}

/**
 * Corrects the terms of a keyword without results: joins split words, splits joined ones, and replaces unknown words by the
 * nearest words in spelling or sound. A text-only word also keeps its own stem. Null when nothing changes, or when there is no
 * near word for an unknown one.
 */
export async function correctTerms(db: Queryable, terms: Term[]): Promise<Term[] | null> {
  if (terms.every(({ status }) => status === "known")) return null;
  const corrected: Term[] = [];
  for (const term of await joinSplitWords(db, terms)) {
    if (term.status === "known") {
      corrected.push(term);
      continue;
    }
    const [near, parts] = await Promise.all([
      nearestWords(db, term),
      splitJoinedWord(db, term.word),
    ]);
    const cost = near[0]?.cost ?? Infinity;
    // Two known words without a space are more likely than several misspelt letters.
    if (term.status === "unknown" && parts && cost > 1) corrected.push(...parts);
    else if (near.length > 0) corrected.push(correctedTerm(term, near));
    else if (term.status === "text-only") corrected.push(term);
    else return null;
  }
  return corrected.every((term) => terms.includes(term)) ? null : corrected;
}

function correctedTerm(term: Term, near: NearWord[]): Term {
  // The term's own stems come first. For an unknown word they match nothing, which is harmless.
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
  status: "known",
});

/**
 * Replaces two neighbouring terms by one, if their joined word is known and one of the two is not: « hyalu ronique » becomes
 * « hyaluronique ».
 */
async function joinSplitWords(db: Queryable, terms: Term[]): Promise<Term[]> {
  const pairs = terms.slice(1).map((term, index) => terms[index]!.word + term.word);
  if (pairs.length === 0) return terms;
  const known = await knownWords(db, pairs);
  const joined: Term[] = [];
  for (let index = 0; index < terms.length; index++) {
    const [term, next] = [terms[index]!, terms[index + 1]];
    const joinedWord = next && known.get(term.word + next.word);
    if (joinedWord && [term, next].some(({ status }) => status === "unknown")) {
      joined.push(termOf(joinedWord));
      index++;
    } else joined.push(term);
  }
  return joined;
}

/**
 * Splits a word into the fewest known words, by dynamic programming: « rougealevres » into « rouge à lèvres ». Joining words
 * such as « à » are left out of the result. Null when the word cannot be split.
 */
async function splitJoinedWord(db: Queryable, word: string): Promise<Term[] | null> {
  if (word.length > LONGEST_JOINED_WORD) return null;
  const pieces: string[] = [];
  for (let start = 0; start < word.length; start++)
    for (let end = start + 3; end <= word.length; end++) pieces.push(word.slice(start, end));
  const known = await knownWords(db, pieces);
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start < end; start++) {
      const [before, piece] = [best[start], word.slice(start, end)];
      if (!before || !(known.has(piece) || JOINING_WORDS.has(piece))) continue;
      if (before.length + 1 < (best[end]?.length ?? Infinity)) best[end] = [...before, piece];
    }
  }
  const parts = best[word.length]?.flatMap((piece) => known.get(piece) ?? []) ?? [];
  return parts.length > 1 ? parts.map(termOf) : null;
}
