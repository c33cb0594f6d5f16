/** The characters of PDF's built-in fonts (Windows-1252). */
const PRINTED = /^[\n\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/**
 * Replacements for characters that NFKD does not decompose, or decomposes into another one than wanted: U+202F would become a
 * breaking space, U+2011 an unprintable hyphen.
 */
const LETTERS: Record<string, string> = {
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ı: "i",
  ħ: "h",
  Ħ: "H",
  "\u202f": "\u00a0",
  "\u2009": " ",
  "\u2011": "-",
  "\u2212": "-",
};

/** The text in the characters of PDF's built-in fonts: diacritics are removed where needed, other alphabets become « ? ». */
export function printable(text: string): string {
  return [...text.normalize("NFC")]
    .map((character) => {
      const plain = LETTERS[character] ?? character.normalize("NFKD").replace(/\p{Mark}/gu, "");
      return [character, plain].find((candidate) => candidate && PRINTED.test(candidate)) ?? "?";
    })
    .join("");
}
