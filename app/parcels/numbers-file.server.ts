import { readCells, readHead } from "#app/csv/columns.server.ts";
import { unguardFormula } from "#app/csv/csv.server.ts";
import { openTable, type NoTable } from "#app/csv/open-table.server.ts";

const MOST_LINES = 500;

/** A line of a carrier's file as typed. `line`: its number in a spreadsheet. */
export type NumberLine = {
  line: number;
  order: string;
  number: string;
  carrier: string;
  /** When the parcel was taken from its relay point; empty: not known. */
  pickedUp: string;
};

export type NumbersFile =
  | { kind: "read"; lines: NumberLine[] }
  | NoTable
  /** The columns « commande » or « suivi » are missing. `found`: the names in the file. */
  | { kind: "wrong-columns"; found: string[] };

const split = (names: string) => names.trim().split(/\s+/);

const COLUMNS = ["commande", "suivi", "transporteur", "retiré le"] as const;
type Column = (typeof COLUMNS)[number];

/**
 * The further names of the columns (`columnName`) in the files of carriers (Colissimo, Chronopost, Mondial Relay, DPD, GLS, UPS) and of
 * sellers' tools (Sendcloud, ShippyPro, Boxtal). Of several in a file, the first one of the list counts.
 */
const ALIASES: Record<Column, readonly string[]> = {
  commande: split(`
    numerodecommande numerocommande ncommande ndecommande numerodelivraison order ordernumber orderno
    orderid ordername referencecommande refcommande orderreference referenceexterne externalreference
    referenceclient refclient customerreference customerref votrereference yourreference referencedestinataire
    refdestinataire referenceexpediteur refexpediteur refexp shipmentreference packagereference packagereferenceno
    packagereferencenumber referencenumber reference ref`),
  suivi: split(`
    numerodesuivi numerosuivi ndesuivi nsuivi codedesuivi trackingnumber packagetrackingnumber tracking
    trackingno trackingcode trackid numerodecolis numerocolis ndecolis ncolis colis parcelnumber parcelno
    numerodelt numerolt ndelt nlt lt numerodexpedition numeroexpedition ndexpedition nexpedition expedition
    shipmentnumber consignmentnumber leadtrackingnumber`),
  transporteur: ["carrier", "carriername", "carriercode", "courier"],
  "retiré le": ["retire", "dateretrait", "datederetrait", "dateduretrait"],
};

/** A longer cell can't be a number; the error message keeps only its beginning. */
const LONGEST_CELL = 60;

/** Reads a carrier's CSV file of at most MOST_LINES lines. */
export async function readNumbersFile(content: Uint8Array): Promise<NumbersFile> {
  const table = await openTable(content, MOST_LINES);
  if (table.kind !== "table") return table;
  const { columns, missing } = readHead(table.head, COLUMNS, { aliases: ALIASES });
  if (missing.includes("commande") || missing.includes("suivi"))
    return { kind: "wrong-columns", found: table.head.slice(0, 12).map(shown) };
  const lines: NumberLine[] = [];
  for await (const { line, cells } of table.rows()) {
    const { cell } = readCells<Column>(columns, cells, shown);
    lines.push({
      line,
      order: cell("commande") ?? "",
      number: cell("suivi") ?? "",
      carrier: cell("transporteur") ?? "",
      pickedUp: cell("retiré le") ?? "",
    });
  }
  return { kind: "read", lines };
}

const shown = (cell: string) =>
  unguardFormula(cell)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_CELL);
