import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { editDistance, oneEditAway } from "./edit-distance.ts";

/** A word that the shop has used; `cost` says how far from it the visitor's word is, 1 for one letter. */
export type NearWord = {
  word: string;
  spelling: string;
  stem: string;
  cost: number;
};

const CANDIDATES = 60;
const MOST_ALTERNATIVES = 5;
/** Three letters in a row say too little of a shorter word: it is looked up with every possible fault. */
const SHORT_WORD = 5;
/** What sounds the same is nearly the same, but a name's word at one letter is likelier than such a word of no name. */
const SAME_SOUND = 0.5;
const NOT_IN_A_NAME = 0.6;

/** How many faults a word of this length may have and still be known. */
const faultsAllowed = (length: number) => (length <= 5 ? 1 : length <= 8 ? 2 : 3);

/**
 * The words of `search_words` nearest to a folded word in spelling or in sound, other than its own forms (`stems`): all
 * those at the least distance, the likeliest first; none when the nearest is too far.
 */
export async function nearestWords(
  db: Queryable,
  { word, stems }: { word: string; stems: readonly string[] },
): Promise<NearWord[]> {
  const variants = word.length <= SHORT_WORD ? oneEditAway(word).join(" ") : "";
  // A UNION, because an OR of the three would read the whole table.
  const { rows: candidates } = await db.execute<{
    word: string;
    spelling: string;
    stem: string;
    sound: string;
    askedSound: string;
    inName: boolean;
  }>(sql`
    WITH candidates AS (
      SELECT * FROM search_words WHERE word % ${word}
      UNION SELECT * FROM search_words WHERE sound % search_sound(${word})
      UNION SELECT * FROM search_words WHERE word = ANY (string_to_array(${variants}, ' '))
    )
    SELECT word, spelling, stem, sound, search_sound(${word}) AS "askedSound", in_name AS "inName"
    FROM candidates WHERE stem <> ''
    ORDER BY word = ANY (string_to_array(${variants}, ' ')) DESC,
      greatest(similarity(word, ${word}), similarity(sound, search_sound(${word}))) DESC, word
    LIMIT ${CANDIDATES}`);
  const near = candidates
    .map(({ word: known, spelling, stem, sound, askedSound, inName }) => {
      const faults = Math.min(editDistance(word, known), soundDistance(askedSound, sound));
      const cost = faults + (inName ? 0 : NOT_IN_A_NAME);
      return { word: known, spelling, stem, faults, cost };
    })
    .filter(({ stem }) => !stems.includes(stem))
    .filter(({ faults }) => faults <= faultsAllowed(word.length))
    .sort((one, other) => one.cost - other.cost);
  return near.filter(({ cost }) => cost === near[0]?.cost).slice(0, MOST_ALTERNATIVES);
}

/** Sounds are shorter than words, and a difference in them weighs more: one at most, in a long one. */
function soundDistance(asked: string, known: string): number {
  if (asked === known) return asked.length > 1 ? SAME_SOUND : Infinity;
  return asked.length > 4 && editDistance(asked, known) === 1 ? 1 + SAME_SOUND : Infinity;
}
