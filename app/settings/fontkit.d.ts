/** What lettering.server.ts uses of fontkit, which comes without types. */
declare module "fontkit" {
  type Path = { translate(x: number, y: number): Path; toSVG(): string };
  type Glyph = { path: Path; advanceWidth: number };
  export type Font = {
    capHeight: number;
    hasGlyphForCodePoint(point: number): boolean;
    glyphForCodePoint(point: number): Glyph;
  };
  export function create(file: Uint8Array): Font;
}
