import { sql, type SQL } from "drizzle-orm";
import { fixed, type Queryable } from "#app/platform/db.server.ts";
import { nearestWords, type NearWord } from "./nearest-words.server.ts";

/** A typed word. A product matches by any of `stems`, or by a word of its name that starts with `beginning`. */
export type Term = {
  /** For display, with accents. */
  spelling: string;
  /** Folded, as in `search_words`. */
  word: string;
  /** Empty for a stop word, for example « de ». */
  stems: string[];
  /** The prefix of a word that may still be incomplete (the last one); otherwise null. */
  beginning: string | null;
  /** The words of names with this prefix; null when there are too many, or no prefix. */
  completions: string[] | null;
  /**
   * « unknown »: in no text of the catalogue, probably misspelt. « text-only »: in texts, but in no name, possibly misspelt.
   * « known »: all others.
   */
  status: "known" | "text-only" | "unknown";
};

/** Further words of a keyword are ignored. */
const MOST_WORDS = 8;
/** Stop words that PostgreSQL's French list lacks; « a » is the folded « à », which it has only with its accent. */
const STOP_WORDS = new Set(["a", "les"]);
const JOINING_WORDS = new Set(["a", "au", "d", "de", "du", "en", "et", "l", "la", "le"]);
/** « œil » and « yeux », as search_text() writes them, and their stems: the stemmer does not connect singular and plural. */
const EYE = ["oeil", "yeu"];
/** A prefix of this many words is matched as a prefix instead of listing its words. */
const MANY_COMPLETIONS = 50;
/** Longer words are not split: they are no French words without spaces. */
const LONGEST_JOINED_WORD = 25;

/** The words of a keyword as typed, letters and digits apart. */
export function spellingsOf(keyword: string): string[] {
  return (keyword.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []).slice(0, MOST_WORDS);
}

/** A typed word with its data from `search_words`. */
export type VocabularyWord = {
  spelling: string;
  word: string;
  stem: string | null;
  /** Whether its stem occurs in a name; null when it occurs in no text. */
  isNamed: boolean | null;
  /** Words of names that start with it, at most MANY_COMPLETIONS. */
  completions: string[];
};

/**
 * A subquery that looks up the words of a keyword: a JSON array of VocabularyWord. The words are passed as one parameter in a
 * sub-SELECT, so that PostgreSQL reuses one plan for any number of words.
 */
export const lookUpWords = (spellings: string[]): SQL => sql`(
  SELECT coalesce(json_agg(known ORDER BY place), '[]') FROM (
    SELECT coalesce((SELECT known.spelling FROM search_words AS known WHERE known.word = query_word.word), spelling) AS spelling,
      word, stem, place,
      (SELECT bool_or(in_name) FROM search_words AS known WHERE known.stem = query_word.stem) AS "isNamed",
      ARRAY(SELECT known.word FROM search_words AS known
        WHERE in_name AND known.word COLLATE "C" >= query_word.word AND known.word COLLATE "C" < query_word.word || '~'
        LIMIT ${fixed(MANY_COMPLETIONS)}) AS completions
    FROM (SELECT spelling, place, word, (ts_lexize('french_stem', word))[1] AS stem
      FROM unnest(string_to_array((SELECT ${spellings.join(" ")}::text), ' ')) WITH ORDINALITY AS typed (spelling, place),
        unnest(string_to_array(search_text(spelling), ' ')) AS word) AS query_word) AS known)`;

/** The terms of a keyword, in its order; the last one may be a prefix. */
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
      !/^[a-z]{3,}$/.test(word) ||
      isNamed ||
      (mayBePrefix && completions.length > 0);
    return {
      spelling,
      word,
      stems: stem === null || isStopWord(read) ? [] : EYE.includes(word) ? EYE : [stem],
      beginning: mayBePrefix ? word : null,
      completions: mayBePrefix && completions.length < MANY_COMPLETIONS ? completions : null,
      status: isKnown ? "known" : isNamed === null ? "unknown" : "text-only",
    };
  });
}

/**
 * Corrects terms that no product matches together: joins split words, splits joined ones, and replaces unknown words by the
 * nearest in spelling or sound; a text-only word also keeps its own stem. Null when nothing changes, or an unknown word has no
 * near one.
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
  // The stem of an unknown word matches nothing, but does no harm.
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

/** Joins « hyalu ronique » to « hyaluronique » when one of the parts is unknown. */
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

/** Splits « rougealevres » into the fewest known words (dynamic programming): « rouge à lèvres »; null when impossible. */
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
