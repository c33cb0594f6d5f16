/** A text and how it is compared: `folded` has no case, accents and invisible characters. */
export type FoldedText = { text: string; folded: string };

/**
 * Returns a function that finds phrases in a French text: whole words only, without case and accents; apostrophes, hyphens and
 * spaces are equal. In a phrase, « (s) » is optional, « * » stands for any letters and « # » for a number. A phrase within one
 * of `except` is ignored. The function returns the phrases as written in the text, each spelling once.
 */
export function phraseFinder(phrases: readonly string[], except: readonly string[] = []) {
  const wanted = patternOf(phrases);
  const ignored = except.length > 0 ? patternOf(except) : null;
  return ({ text, folded }: FoldedText): string[] => {
    if (folded.search(wanted) < 0) return [];
    const skipped = ignored ? [...folded.matchAll(ignored)] : [];
    const found = [...folded.matchAll(wanted)].filter(
      ({ index, 0: { length } }) =>
        !skipped.some(
          (other) => other.index <= index && index + length <= other.index + other[0].length,
        ),
    );
    const unique = new Map(found.map((match) => [match[0], match]));
    if (unique.size === 0) return [];
    const at = originalPositions(text);
    return [...unique.values()].map(({ index, 0: { length } }) =>
      text.slice(at[index], at[index + length]),
    );
  };
}

function patternOf(phrases: readonly string[]): RegExp {
  const patterns = phrases.map((phrase) =>
    fold(phrase)
      .folded.replaceAll("(", "(?:")
      .replaceAll(")", ")?")
      .replaceAll("*", "[a-z]*")
      .replace(/ ([%#])/g, " *$1")
      .replaceAll("#", "[0-9]+")
      .replace(/ (?!\*)/g, " +"),
  );
  return new RegExp(`\\b(?:${patterns.join("|")})(?![a-z0-9])`, "g");
}

/** Removes case, accents and invisible characters, and writes apostrophes, hyphens and white space as a space. */
export function fold(text: string): FoldedText {
  return { text, folded: text.replace(TO_FOLD, foldedCharacter) };
}

/** A character that folding may change. */
const TO_FOLD = /[^a-z0-9 ]/gu;

/** For each character of the folded text, and for its end, the position in the original text. */
function originalPositions(text: string): number[] {
  const at: number[] = [];
  let position = 0;
  for (const character of text) {
    const { length } = foldedCharacter(character);
    for (let index = 0; index < length; index++) at.push(position);
    position += character.length;
  }
  return [...at, position];
}

/** Cache of folded characters. Its size is bounded, so that hostile texts cannot fill the memory. */
const foldedCharacters = new Map<string, string>();
const MOST_CACHED = 2_000;

function foldedCharacter(character: string): string {
  const cached = foldedCharacters.get(character);
  if (cached !== undefined) return cached;
  const folded = character
    .normalize("NFD")
    // Soft hyphens and other invisible characters may stand within a word.
    .replace(/[\p{Diacritic}\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace("œ", "oe")
    .replace("æ", "ae")
    .replace(/[\s'’ʼ‐‑‒–—-]/g, " ");
  if (foldedCharacters.size < MOST_CACHED) foldedCharacters.set(character, folded);
  return folded;
}
