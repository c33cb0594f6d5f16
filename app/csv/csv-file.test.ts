import { expect, test } from "vitest";
import { columnName, openCsv, UnreadableCsv } from "./csv-file.server.ts";

async function read(content: Uint8Array) {
  const file = openCsv(content)!;
  const rows = [];
  for await (const { line, cells } of file.rows()) rows.push([line, ...cells]);
  return { encoding: file.encoding, separator: file.separator, rows };
}
const utf8 = (text: string) => new TextEncoder().encode(text);
/** « nom;prix » and « crème à 12 € ’œ;12 » as French Excel saves them, in Windows-1252. */
const WINDOWS = Uint8Array.from([
  ...utf8("nom;prix\r\ncr"),
  0xe8,
  ...utf8("me "),
  0xe0,
  ...utf8(" 12 "),
  0x80,
  0x20,
  0x92,
  0x9c,
  ...utf8(";12\r\n"),
]);

test("decodes Windows-1252 from Excel", async () => {
  expect(await read(WINDOWS)).toEqual({
    encoding: "windows-1252",
    separator: ";",
    rows: [
      [1, "nom", "prix"],
      [2, "crème à 12 € ’œ", "12"],
    ],
  });
});

test("detects UTF-8 with and without a BOM, UTF-16, commas and tabs", async () => {
  const rows = [
    [1, "nom", "prix"],
    [2, "crème, de nuit", "12"],
  ];
  const text = 'nom,prix\n"crème, de nuit",12';
  expect(await read(utf8(text))).toEqual({ encoding: "utf-8", separator: ",", rows });
  expect(await read(utf8(`\uFEFF${text}`))).toEqual({ encoding: "utf-8", separator: ",", rows });
  const tabs = text.replace("nom,", "nom\t").replace('",', '"\t');
  expect(await read(utf8(tabs))).toEqual({ encoding: "utf-8", separator: "\t", rows });
  expect(await read(Buffer.from(`\uFEFF${tabs}`, "utf16le"))).toEqual({
    encoding: "utf-16le",
    separator: "\t",
    rows,
  });
});

test("a first line « sep=, » names the separator and is no row, as in Excel", async () => {
  for (const text of ["sep=,\nnom;x,prix\na;1,2\n", '\uFEFF"sep=,"\r\nnom;x,prix\r\na;1,2\r\n'])
    expect(await read(utf8(text))).toMatchObject({
      separator: ",",
      rows: [
        [1, "nom;x", "prix"],
        [2, "a;1", "2"],
      ],
    });
  await expect(read(utf8('sep=;\nnom;prix\n"b;2\nc;3\n'))).rejects.toEqual(new UnreadableCsv(2));
});

test("a text that a formula protects from Excel is that text; another formula stays", async () => {
  const { rows } = await read(
    utf8('ref;ean\n="007";"=""3600530"""\n"=""a""""b""";="x"&"y"\n=1+1;=A1\n'),
  );
  expect(rows.slice(1)).toEqual([
    [2, "007", "3600530"],
    [3, 'a"b', '="x"&"y"'],
    [4, "=1+1", "=A1"],
  ]);
});

test("decodes UTF-16 of either byte order", async () => {
  const text = Buffer.from("\uFEFFnom\tprix\ncrème\t12\n", "utf16le");
  const rows = [
    [1, "nom", "prix"],
    [2, "crème", "12"],
  ];
  expect(await read(text)).toEqual({ encoding: "utf-16le", separator: "\t", rows });
  expect(await read(text.swap16())).toEqual({ encoding: "utf-16be", separator: "\t", rows });
});

test.each([
  ["Numéro de suivi", "numerodesuivi"],
  ["N° de colis", "ndecolis"],
  ["EN_RAYON ", "enrayon"],
  ["Reference 1", "reference"],
])("the column « %s » is « %s » in any spelling", (name, folded) => {
  expect(columnName(name)).toBe(folded);
});

test("counts lines as a spreadsheet does, with blank lines and multi-line cells", async () => {
  const { rows } = await read(utf8('nom;prix\n;;\n"a\nb";1\n\nc;2\n'));
  expect(rows).toEqual([
    [1, "nom", "prix"],
    [3, "a\nb", "1"],
    [5, "c", "2"],
  ]);
});

test("decodes a character split between slices; ignores a separator in a quoted name", async () => {
  const long = "é".repeat(100_000);
  const { rows, separator } = await read(utf8(`"nom;de;produit",prix\n${long},1\n`));
  expect(separator).toBe(",");
  expect(rows[1]).toEqual([2, long, "1"]);
});

test("refuses binary content; reports the line of an unclosed quotation mark", async () => {
  expect(openCsv(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]))).toBeNull();
  await expect(read(utf8('nom;prix\na;1\n"b;2\nc;3\n'))).rejects.toEqual(new UnreadableCsv(3));
});
