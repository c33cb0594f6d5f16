import { ABBREVIATED_EAN } from "#app/catalogue/facts/product-facts.ts";
import { readCells, readHead } from "#app/csv/columns.server.ts";
import type { NumberedFault } from "#app/csv/csv-schema.ts";
import { isAbbreviated, twoReadingsFault } from "#app/ui/number-schema.ts";
import { piecesFault } from "./movement-schema.ts";
import { STOCK_COLUMNS, type StockColumn } from "./stock-csv.ts";

/** The cells of a line; null: empty. `onHand`: the stock that the export showed, read only for an inventory (optimistic lock). */
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

/** The columns of a file by its first line (`readHead`); a French sentence when they are not usable. */
export function readStockColumns(names: readonly string[]): string[] | string {
  const { columns, missing, unknown, twice } = readHead(names, STOCK_COLUMNS);
  const lacksAll = (...some: StockColumn[]) => some.every((column) => missing.includes(column));
  const expected = `Attendues\u00a0: ${STOCK_COLUMNS.join(", ")}.`;
  if (unknown.length > 0) return `Colonne inconnue\u00a0: «\u00a0${unknown[0]}\u00a0». ${expected}`;
  if (twice.length > 0) return `La colonne «\u00a0${twice[0]}\u00a0» y est deux fois.`;
  if (lacksAll("reference", "ean"))
    return `Il manque «\u00a0reference\u00a0» ou «\u00a0ean\u00a0». ${expected}`;
  if (lacksAll("mouvement", "inventaire", "alerte"))
    return `Il manque «\u00a0mouvement\u00a0», «\u00a0inventaire\u00a0» ou «\u00a0alerte\u00a0». ${expected}`;
  return columns;
}

/** A cell as typed. The export writes an apostrophe before text that looks like a formula. */
const cleanCell = (text: string) => text.trim().replace(/^'\s*/, "");

/** Reads a line; the faults of its cells otherwise. */
export function readLine(
  columns: readonly string[],
  line: number,
  cells: readonly string[],
): ReadLine | NumberedFault[] {
  const { faults, fault: fail, ...typed } = readCells<StockColumn>(columns, cells, cleanCell);
  const cell = (column: StockColumn) => typed.cell(column) ?? "";
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
  const isAbbreviatedEan = isAbbreviated(ean);
  if (isAbbreviatedEan && reference === "") fail("ean", ABBREVIATED_EAN);
  const read: ReadLine = {
    line,
    reference,
    ean: isAbbreviatedEan && reference !== "" ? "" : ean,
    note: isAbbreviatedEan ? "EAN abrégé par le tableur\u00a0: la référence a suffi." : undefined,
    onHand: cell("inventaire") === "" ? null : number("en_rayon"),
    move: movement(),
    count: number("inventaire"),
    level: number("alerte"),
  };
  if (reference === "" && ean === "")
    fail("", "Cette ligne n’a ni référence ni EAN\u00a0: le produit est inconnu.");
  if (cell("mouvement") !== "" && cell("inventaire") !== "")
    fail("", "Écrivez un mouvement ou un inventaire, pas les deux.");
  return faults.length > 0 ? faults.map((fault) => ({ line, ...fault })) : read;
}
