import { inflateSync } from "node:zlib";

/** The text of a PDF made by the shop, one line for each text fragment. */
export function pdfText(pdf: Buffer): string {
  const windows1252 = new TextDecoder("windows-1252");
  return [...pdf.toString("latin1").matchAll(/FlateDecode[^]*?stream\n([^]*?)\nendstream/g)]
    .map(([, body = ""]) => inflateSync(Buffer.from(body, "latin1")).toString("latin1"))
    .flatMap((drawn) => [...drawn.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, pieces = ""]) =>
      [...pieces.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = ""]) => windows1252.decode(Buffer.from(hex, "hex")))
        .join(""),
    )
    .join("\n")
    .replaceAll("\u00a0", " ");
}
