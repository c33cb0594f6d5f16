import { columnName, openCsv, UnreadableCsv } from "#app/csv/csv-file.server.ts";
import { unguardFormula } from "#app/csv/csv.server.ts";

export const MOST_LINES = 500;

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
  | { kind: "not-csv" }
  | { kind: "unreadable"; line: number }
  /** The columns « commande » or « suivi » are missing. `found`: the names in the file. */
  | { kind: "wrong-columns"; found: string[] }
  | { kind: "too-long" }
  | { kind: "empty" };

const split = (names: string) => names.trim().split(/\s+/);

/**
 * The names of the columns (`columnName`) in the files of carriers (Colissimo, Chronopost, Mondial Relay, DPD, GLS, UPS) and of
 * sellers' tools (Sendcloud, ShippyPro, Boxtal). Of several in a file, the first one of the list counts.
 */
const COLUMNS = {
  order: split(`
    commande numerodecommande numerocommande ncommande ndecommande numerodelivraison order ordernumber orderno
    orderid ordername referencecommande refcommande orderreference referenceexterne externalreference
    referenceclient refclient customerreference customerref votrereference yourreference referencedestinataire
    refdestinataire referenceexpediteur refexpediteur refexp shipmentreference packagereference packagereferenceno
    packagereferencenumber referencenumber reference ref`),
  number: split(`
    suivi numerodesuivi numerosuivi ndesuivi nsuivi codedesuivi trackingnumber packagetrackingnumber tracking
    trackingno trackingcode trackid numerodecolis numerocolis ndecolis ncolis colis parcelnumber parcelno
    numerodelt numerolt ndelt nlt lt numerodexpedition numeroexpedition ndexpedition nexpedition expedition
    shipmentnumber consignmentnumber leadtrackingnumber`),
  carrier: ["transporteur", "carrier", "carriername", "carriercode", "courier"],
  pickedUp: ["retirele", "retire", "dateretrait", "datederetrait", "dateduretrait"],
};

/** Longer cells are no number: only their beginning is kept for the message. */
const LONGEST_CELL = 60;

/** Reads a carrier's CSV file of at most MOST_LINES lines. */
export async function readNumbersFile(content: Uint8Array): Promise<NumbersFile> {
  const file = openCsv(content);
  if (!file) return { kind: "not-csv" };
  try {
    const rows = file.rows();
    const head = await rows.next();
    if (head.done) return { kind: "empty" };
    const names = head.value.cells.map(columnName);
    const column = (wanted: readonly string[]) =>
      names.indexOf(wanted.find((name) => names.includes(name)) ?? "none");
    const places = {
      order: column(COLUMNS.order),
      number: column(COLUMNS.number),
      carrier: column(COLUMNS.carrier),
      pickedUp: column(COLUMNS.pickedUp),
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
        pickedUp: cell(places.pickedUp),
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
