import { openCsv, UnreadableCsv } from "#app/catalogue/import/csv-file.server.ts";
import { unguardFormula } from "#app/platform/csv.server.ts";

export const MOST_LINES = 500;

/** A line of a carrier's file as typed. `line`: its number in a spreadsheet. */
export type NumberLine = { line: number; order: string; number: string; carrier: string };

export type NumbersFile =
  | { kind: "read"; lines: NumberLine[] }
  | { kind: "not-csv" }
  | { kind: "unreadable"; line: number }
  /** The columns « commande » or « suivi » are missing. `found`: the names in the file. */
  | { kind: "wrong-columns"; found: string[] }
  | { kind: "too-long" }
  | { kind: "empty" };

/** The names that carriers and spreadsheets give the columns, in lower case without accents and punctuation. */
const COLUMNS = {
  order: [
    "commande",
    "numerodecommande",
    "numerodelivraison",
    "reference",
    "referenceclient",
    "refclient",
    "ref",
    "referenceexpediteur",
  ],
  number: [
    "suivi",
    "numerodesuivi",
    "numerosuivi",
    "numerodecolis",
    "ndecolis",
    "numerocolis",
    "colis",
    "expedition",
    "numerodexpedition",
    "tracking",
    "trackingnumber",
  ],
  carrier: ["transporteur", "carrier"],
} as const;

const folded = (name: string) =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

/** Longer cells are no number: only their beginning is kept for the message. */
const LONGEST_CELL = 60;

/** Reads a carrier's CSV file: semicolons, commas or tabs, UTF-8 or Windows-1252, at most MOST_LINES lines. */
export async function readNumbersFile(content: Uint8Array): Promise<NumbersFile> {
  const file = openCsv(content);
  if (!file) return { kind: "not-csv" };
  try {
    const rows = file.rows();
    const head = await rows.next();
    if (head.done) return { kind: "empty" };
    const names = head.value.cells.map(folded);
    const column = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
    const places = {
      order: column(COLUMNS.order),
      number: column(COLUMNS.number),
      carrier: column(COLUMNS.carrier),
    };
    if (places.order < 0 || places.number < 0)
      return { kind: "wrong-columns", found: head.value.cells.slice(0, 12).map(shown) };
    const lines: NumberLine[] = [];
    for await (const { line, cells } of rows) {
      if (lines.length === MOST_LINES) return { kind: "too-long" };
      const cell = (place: number) => shown(cells[place] ?? "");
      lines.push({
        line,
        order: cell(places.order),
        number: cell(places.number),
        carrier: cell(places.carrier),
      });
    }
    return lines.length > 0 ? { kind: "read", lines } : { kind: "empty" };
  } catch (error) {
    if (error instanceof UnreadableCsv) return { kind: "unreadable", line: error.line };
    throw error;
  }
}

const shown = (cell: string) =>
  unguardFormula(cell)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_CELL);
