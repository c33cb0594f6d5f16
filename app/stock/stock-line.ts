import { ABBREVIATED_EAN } from "#app/catalogue/facts/product-facts.ts";
import { columnName } from "#app/csv/csv-file.server.ts";
import { isAbbreviated, twoReadingsFault } from "#app/ui/number-schema.ts";
import type { StockFault } from "#db/schema/stock.ts";
import { piecesFault } from "./movement-schema.ts";
import { STOCK_COLUMNS, type StockColumn } from "./stock-csv.ts";

/** What a line of a file says; null: an empty cell. `onHand`: what the shop showed, read beside an inventory only. */
export type ReadLine = {
  line: number;
  reference: string;
  ean: string;
  note: string | undefined;
  onHand: number | null;
  move: number | null;
  count: number | null;
  level: number | null;
};

/** A movement, unlike the fields of movement-schema.ts, may have a sign. */
const SIGNED_NUMBER =
  "Écrivez un nombre entier, en chiffres, sans espace ni virgule\u00a0: 12, +12 ou -3.";

/** The place of each column; -1 for an absent one. */
export type Places = Record<StockColumn, number>;

/**
 * The columns of a file by the names of its first line, in any case and spelling. @returns a French sentence when they are not
 * usable
 */
export function readPlaces(names: readonly string[]): Places | string {
  const read = names.map(
    (name) =>
      STOCK_COLUMNS.find((column) => columnName(column) === columnName(name)) ?? name.trim(),
  );
  while (read.at(-1) === "") read.pop();
  const isKnown = (name: string) => STOCK_COLUMNS.some((column) => column === name);
  const unknown = read.filter((name) => !isKnown(name));
  const twice = read.filter((name, place) => read.indexOf(name) !== place);
  const expected = `Attendues\u00a0: ${STOCK_COLUMNS.join(", ")}.`;
  if (unknown.length > 0)
    return `Colonne inconnue\u00a0: «\u00a0${unknown[0]!.slice(0, 60)}\u00a0». ${expected}`;
  if (twice.length > 0) return `La colonne «\u00a0${twice[0]}\u00a0» y est deux fois.`;
  if (!read.includes("reference") && !read.includes("ean"))
    return `Il manque «\u00a0reference\u00a0» ou «\u00a0ean\u00a0». ${expected}`;
  if (!["mouvement", "inventaire", "alerte"].some((name) => read.includes(name)))
    return `Il manque «\u00a0mouvement\u00a0», «\u00a0inventaire\u00a0» ou «\u00a0alerte\u00a0». ${expected}`;
  return Object.fromEntries(
    STOCK_COLUMNS.map((column) => [column, read.indexOf(column)]),
  ) as Places;
}

/** Reads a line; the faults of its cells otherwise. */
export function readLine(
  places: Places,
  line: number,
  cells: readonly string[],
): ReadLine | StockFault[] {
  const faults: StockFault[] = [];
  const cell = (column: StockColumn) => {
    const text = (cells[places[column]] ?? "").trim();
    // The export writes an apostrophe before text that looks like a formula.
    return text.startsWith("'") ? text.slice(1).trim() : text;
  };
  const fail = (column: StockColumn | "", reason: string) =>
    faults.push({ line, column, value: column && cell(column).slice(0, 60), reason });
  const number = (column: StockColumn): number | null => {
    const text = cell(column);
    if (text === "") return null;
    const fault = piecesFault(text, 0);
    if (fault) fail(column, fault);
    return fault ? null : Number(text);
  };
  const movement = (): number | null => {
    const text = cell("mouvement");
    if (text === "") return null;
    const [, sign = "", digits = ""] = /^([+\-−]?)(.*)$/s.exec(text)!;
    const fault = piecesFault(digits, 1);
    if (fault) {
      const readings = twoReadingsFault(digits);
      fail("mouvement", readings ?? (/^\d+$/.test(digits) ? fault : SIGNED_NUMBER));
      return null;
    }
    return sign === "" || sign === "+" ? Number(digits) : -Number(digits);
  };
  const [reference, ean] = [cell("reference"), cell("ean").replace(/[\s-]/g, "")];
  const isShort = isAbbreviated(ean);
  if (isShort && reference === "") fail("ean", ABBREVIATED_EAN);
  const read: ReadLine = {
    line,
    reference,
    ean: isShort && reference !== "" ? "" : ean,
    note: isShort ? "EAN abrégé par le tableur\u00a0: la référence a suffi." : undefined,
    onHand: cell("inventaire") === "" ? null : number("en_rayon"),
    move: movement(),
    count: number("inventaire"),
    level: number("alerte"),
  };
  if (read.reference === "" && read.ean === "")
    fail("", "Cette ligne n’a ni référence ni EAN\u00a0: le produit est inconnu.");
  if (cell("mouvement") !== "" && cell("inventaire") !== "")
    fail("", "Écrivez un mouvement ou un inventaire, pas les deux.");
  return faults.length > 0 ? faults : read;
}
