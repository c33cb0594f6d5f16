const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Splits a label, marking the beginnings of words that match a word of the keyword: « **Crè**me de jour » for « cre ». */
export function markBeginnings(
  label: string,
  keyword: string,
): { text: string; isMarked: boolean }[] {
  const words = keyword.match(/[\p{L}\p{M}\p{N}]+/gu)?.map(folded) ?? [];
  return label
    .split(/(?<![\p{L}\p{M}\p{N}])(?=[\p{L}\p{N}])/u)
    .flatMap((piece) => {
      const word = words.find((typed) => folded(piece).startsWith(typed));
      if (!word) return [{ text: piece, isMarked: false }];
      return [
        { text: piece.slice(0, word.length), isMarked: true },
        { text: piece.slice(word.length), isMarked: false },
      ];
    })
    .filter(({ text }) => text !== "");
}
