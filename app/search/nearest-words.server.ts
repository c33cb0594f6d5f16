import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { editDistance, oneEditAway } from "./edit-distance.ts";

/** A word of the catalogue's texts. `cost` is its distance from the typed word; one edit costs 1. */
export type NearWord = {
  word: string;
  spelling: string;
  stem: string;
  cost: number;
};

const CANDIDATES = 60;
const MOST_ALTERNATIVES = 5;
/** Words of at most this length have too few trigrams. They are looked up by all their variants at an edit distance of 1. */
const SHORT_WORD = 5;
/** The cost of a word with the same sound, and the extra cost of a word that occurs in no product name. */
const SAME_SOUND = 0.5;
const NOT_IN_A_NAME = 0.6;

/** The maximal number of edits for a word of this length. */
const mostEdits = (length: number) => (length <= 5 ? 1 : length <= 8 ? 2 : 3);

/**
 * The words of the table `search_words` that are nearest to a folded word in spelling or sound: those with the lowest cost, at
 * most MOST_ALTERNATIVES; empty when none is near enough. Words with one of `stems` (inflections of the word itself) are left
 * out.
 */
export async function nearestWords(
  db: Queryable,
  { word, stems }: { word: string; stems: readonly string[] },
): Promise<NearWord[]> {
  const variants = word.length <= SHORT_WORD ? oneEditAway(word).join(" ") : "";
  // UNION, so that each condition uses an index: an OR would scan the whole table.
  const { rows: candidates } = await db.execute<{
    word: string;
    spelling: string;
    stem: string;
    sound: string;
    typedSound: string;
    inName: boolean;
  }>(sql`
    WITH candidates AS (
      SELECT * FROM search_words WHERE word % ${word}
      UNION SELECT * FROM search_words WHERE sound % search_sound(${word})
      UNION SELECT * FROM search_words WHERE word = ANY (string_to_array(${variants}, ' '))
    )
    SELECT word, spelling, stem, sound, search_sound(${word}) AS "typedSound", in_name AS "inName"
    FROM candidates WHERE stem <> ''
    ORDER BY word = ANY (string_to_array(${variants}, ' ')) DESC,
      greatest(similarity(word, ${word}), similarity(sound, search_sound(${word}))) DESC, word
    LIMIT ${CANDIDATES}`);
  const near = candidates
    .map(({ word: candidate, spelling, stem, sound, typedSound, inName }) => {
      const edits = Math.min(editDistance(word, candidate), soundDistance(typedSound, sound));
      const cost = edits + (inName ? 0 : NOT_IN_A_NAME);
      return { word: candidate, spelling, stem, edits, cost };
    })
    .filter(({ stem }) => !stems.includes(stem))
    .filter(({ edits }) => edits <= mostEdits(word.length))
    .sort((one, other) => one.cost - other.cost);
  return near.filter(({ cost }) => cost === near[0]?.cost).slice(0, MOST_ALTERNATIVES);
}

/**
 * The cost of the distance between two phonetic codes; Infinity when they are too different. Codes are shorter than words, so
 * an edit weighs more: at most one is accepted, and only in a code of more than four characters.
 */
function soundDistance(typed: string, candidate: string): number {
  if (typed === candidate) return typed.length > 1 ? SAME_SOUND : Infinity;
  return typed.length > 4 && editDistance(typed, candidate) === 1 ? 1 + SAME_SOUND : Infinity;
}
