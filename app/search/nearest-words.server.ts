import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { editDistance, oneEditAway } from "./edit-distance.ts";

/** A word of the catalogue. `cost`: its distance from the typed word; 1 is one edit. */
export type NearWord = {
  word: string;
  spelling: string;
  stem: string;
  cost: number;
};

const CANDIDATES = 60;
const MOST_ALTERNATIVES = 5;
/** Trigrams are too few in shorter words: these are looked up by all their variants one edit away. */
const SHORT_WORD = 5;
/** Costs: of a word with the same sound, and the surcharge of a word that occurs in no name. */
const SAME_SOUND = 0.5;
const NOT_IN_A_NAME = 0.6;

/** The maximal number of edits for a word of this length. */
const mostEdits = (length: number) => (length <= 5 ? 1 : length <= 8 ? 2 : 3);

/**
 * The words of `search_words` nearest to a folded word in spelling or sound, without its own inflections (`stems`): all with
 * the lowest cost, at most MOST_ALTERNATIVES; empty when none is near enough.
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

/** Phonetic codes are shorter than words, so an edit weighs more: at most one is accepted, and only in a long code. */
function soundDistance(typed: string, candidate: string): number {
  if (typed === candidate) return typed.length > 1 ? SAME_SOUND : Infinity;
  return typed.length > 4 && editDistance(typed, candidate) === 1 ? 1 + SAME_SOUND : Infinity;
}
