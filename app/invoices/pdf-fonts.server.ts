import { readFileSync } from "node:fs";
import anyAscii from "any-ascii";
import { create, type Font } from "fontkit";

/** The characters of PDF's built-in fonts (Windows-1252). */
const BUILT_IN = /^[\n\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Spaces and hyphens that the built-in fonts lack, by those that they have. */
const PLAIN: Record<string, string> = {
  "\t": " ",
  "\u202f": "\u00a0",
  "\u2009": " ",
  "\u2011": "-",
  "\u2212": "-",
};

/** Left out: its transcription would be its English name. */
const EMOJI = /\p{Extended_Pictographic}/u;

/** The fonts for other characters, from packages made for PDFs, which export no file but their index. */
const LATIN = import.meta.resolve("@embedpdf/fonts-latin");
const JAPANESE = import.meta.resolve("@embedpdf/fonts-jp");
const FILES = {
  // With Greek and Cyrillic.
  "Noto Sans": new URL("../fonts/NotoSans-Regular.ttf", LATIN),
  "Noto Sans Bold": new URL("../fonts/NotoSans-Bold.ttf", LATIN),
  "Noto Sans JP": new URL("../fonts/NotoSansJP-Regular.otf", JAPANESE),
};
type FontName = keyof typeof FILES;
const loaded = new Map<FontName, { file: Buffer; font: Font }>();

/** A text as a PDF prints it, with the font that has all its characters. */
export type PrintedText = {
  text: string;
  font: FontName | "Helvetica" | "Helvetica-Bold";
  /** That characters which no font has were written in Latin letters. */
  isTranscribed: boolean;
};

/**
 * Chooses the font of a text. The built-in fonts come first: they need no room in the file. `isArchived`: without them, as PDF/A asks for
 * fonts in the file.
 */
export function printedText(typed: string, isBold: boolean, isArchived = false): PrintedText {
  const text = [...typed.normalize("NFC")]
    .map((character) => PLAIN[character] ?? character)
    .join("")
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, "");
  if (!isArchived && BUILT_IN.test(text))
    return { text, font: isBold ? "Helvetica-Bold" : "Helvetica", isTranscribed: false };
  const candidates = [isBold ? "Noto Sans Bold" : "Noto Sans", "Noto Sans JP"] as const;
  const printed = candidates.map((font) => inFont(text, font));
  const whole = printed.find(({ isTranscribed }) => !isTranscribed);
  return whole ?? (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? printed[1]! : printed[0]!);
}

function inFont(text: string, font: FontName): PrintedText {
  const { font: glyphs } = fontOf(font);
  const printed = [...text].map((character) => {
    if (character === "\n" || glyphs.hasGlyphForCodePoint(character.codePointAt(0)!))
      return character;
    return EMOJI.test(character) ? "" : anyAscii(character);
  });
  return { text: printed.join(""), font, isTranscribed: printed.join("") !== text };
}

/** The file of a font, for the PDF, which gets the used letters only. */
export const fontFile = (name: FontName): Buffer => fontOf(name).file;

/** Loaded by the first text that needs it: the Japanese font has 4.5 MB. */
function fontOf(name: FontName) {
  const known = loaded.get(name);
  if (known) return known;
  const file = readFileSync(FILES[name]);
  const opened = { file, font: create(file) };
  loaded.set(name, opened);
  return opened;
}
