import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Font } from "fontkit";

/*
 * Converts text to SVG outlines with the shop's font files, for the icon and the social picture: on a machine without fonts librsvg
 * would draw boxes.
 */

const FILES = ["latin", "latin-ext"].map(
  (part) => `@fontsource-variable/instrument-sans/files/instrument-sans-${part}-wght-normal.woff2`,
);
let fonts: Promise<Font[]> | undefined;

/** Loads the fonts. fontkit is imported lazily, because only a shop with its own brand needs it. */
async function loadFonts(): Promise<Font[]> {
  const { create } = await import("fontkit");
  return Promise.all(
    FILES.map(async (file) => create(await readFile(fileURLToPath(import.meta.resolve(file))))),
  );
}

/** Outlines of a text whose baseline begins at 0,0; y points upwards. `width` and `capHeight`: in the same units. */
export type Lettering = { path: string; width: number; capHeight: number };

/**
 * The outlines of one line of text, with `spacing` font units after each letter. Null when the fonts lack a letter (Cyrillic,
 * Arabic, emoji).
 */
export async function outlinesOf(text: string, spacing: number): Promise<Lettering | null> {
  const loaded = await (fonts ??= loadFonts());
  let x = 0;
  const parts: string[] = [];
  for (const letter of text.normalize("NFC")) {
    const point = letter.codePointAt(0)!;
    const font = loaded.find((one) => one.hasGlyphForCodePoint(point));
    if (!font) return null;
    const glyph = font.glyphForCodePoint(point);
    const outline = glyph.path.translate(x, 0).toSVG();
    if (outline) parts.push(outline);
    x += glyph.advanceWidth + spacing;
  }
  return { path: parts.join(""), width: x - spacing, capHeight: loaded[0]!.capHeight };
}
