import { inflateSync } from "node:zlib";

const drawnIn = (source: string): string[] =>
  [...source.matchAll(/FlateDecode[^]*?stream\n([^]*?)\nendstream/g)].map(([, body = ""]) =>
    inflateSync(Buffer.from(body, "latin1")).toString("latin1"),
  );

/** How many stroked rectangles a PDF made by the shop has. */
export const pdfFrames = (pdf: Buffer): number =>
  drawnIn(pdf.toString("latin1"))
    .join("\n")
    .match(/ re\n(?:.*\n)*?S\n/g)?.length ?? 0;

/** The text of a PDF made by the shop, one line for each text fragment. */
export function pdfText(pdf: Buffer): string {
  const source = pdf.toString("latin1");
  const decoders = embeddedFonts(source);
  const windows1252 = new TextDecoder("windows-1252");
  return drawnIn(source)
    .flatMap((drawn) => [...drawn.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)])
    .reduce<{ font: string; lines: string[] }>(
      ({ font, lines }, [, chosen, pieces]) => {
        if (chosen) return { font: chosen, lines };
        const bytes = [...pieces!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ""]) => hex).join("");
        const letters = decoders.get(font);
        const line = letters
          ? bytes.replace(/.{4}/g, (id) => letters[Number.parseInt(id, 16)] ?? "")
          : windows1252.decode(Buffer.from(bytes, "hex"));
        return { font, lines: [...lines, line] };
      },
      { font: "", lines: [] },
    )
    .lines.join("\n")
    .replaceAll("\u00a0", " ");
}

/** The letters of each embedded font by glyph, from its ToUnicode map; the built-in fonts have none. */
function embeddedFonts(source: string): Map<string, string[]> {
  const objectOf = (id: string) =>
    new RegExp(`(?<!\\d)${id} 0 obj\\n([^]*?)\\nendobj`).exec(source)![1]!;
  const fonts = [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)];
  return new Map(
    fonts.flatMap(([, name, id]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objectOf(id!))?.[1];
      if (!map) return [];
      const body = /stream\n([^]*)\nendstream/.exec(objectOf(map))![1]!;
      const ranges = inflateSync(Buffer.from(body, "latin1")).toString("latin1");
      const entries = [...ranges.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
        [...list!.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex]) =>
          Buffer.from(hex!.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
        ),
      );
      return [[name!, entries]];
    }),
  );
}
