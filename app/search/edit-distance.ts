const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** The edit distance of two words: insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      let least = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, beforeLast[column - 2]! + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}

/** All strings at an edit distance of 1 from `word`, each once. Used to look up words that are too short for trigrams. */
export function oneEditAway(word: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) found.add(head + letter + tail);
    if (tail === "") continue;
    found.add(head + tail.slice(1));
    for (const letter of LETTERS) found.add(head + letter + tail.slice(1));
    if (tail.length > 1) found.add(head + tail[1] + tail[0] + tail.slice(2));
  }
  found.delete(word);
  return [...found];
}
