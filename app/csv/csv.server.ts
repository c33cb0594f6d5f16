import { stringify } from "csv-stringify/sync";
import { streamText } from "#app/platform/stream-text.server.ts";

/**
 * Matches cells that a spreadsheet may evaluate (OWASP, « CSV injection »), including full-width signs. Cells that already
 * have leading apostrophes match too: they get another one, so that `unguardFormula` can remove exactly one.
 */
const BEGINS_FORMULA = /^['\s]*[=+\-@\t\r\n＝＋－＠]/;
/** With a byte order mark, Excel reads the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Prefixes text that looks like a formula with an apostrophe, so that spreadsheets do not evaluate it. */
export function guardFormula(text: string): string {
  return BEGINS_FORMULA.test(text) ? `'${text}` : text;
}

/** Reverts `guardFormula`: removes the apostrophe before text that looks like a formula. */
export function unguardFormula(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && BEGINS_FORMULA.test(text) ? text : cell;
}

/**
 * Whether this cell is probably a formula. After « = » or « @ » always; after a plus or a dash only if « ( », « ! » or « | »
 * follows before a space.
 */
export function isFormula(cell: string): boolean {
  return /^[=@＝＠]|^[+\-＋－]\S*[(!|]/.test(cell);
}

type Batches<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
type Cells = readonly (string | null)[];

/** The response of a CSV download with one column for each name: its cell of a row, null for an empty one. */
export const csvResponse = <Row>(
  fileName: string,
  columns: Record<string, (row: Row) => string | null>,
  batches: Batches<Row>,
): Response =>
  csvResponseOf(fileName, Object.keys(columns), batches, (row) =>
    Object.values(columns).map((cellOf) => cellOf(row)),
  );

/**
 * The response of a CSV download that Excel in France opens correctly: UTF-8 with a byte order mark, semicolons. `cellsOf` gives a
 * row's cells in the order of `head`. Rows are pulled from `batches` as fast as the client reads (backpressure).
 */
export function csvResponseOf<Row>(
  fileName: string,
  head: readonly string[],
  batches: Batches<Row>,
  cellsOf: (row: Row) => Cells,
): Response {
  return new Response(streamText(linesOf(head, batches, cellsOf)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}

async function* linesOf<Row>(
  head: readonly string[],
  batches: Batches<Row>,
  cellsOf: (row: Row) => Cells,
): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + csvLines([head]);
  for await (const rows of batches) if (rows.length > 0) yield csvLines(rows.map(cellsOf));
}

function csvLines(rows: readonly Cells[]): string {
  const guarded = rows.map((cells) => cells.map((cell) => guardFormula(cell ?? "")));
  // RFC 4180 requires quotes around cells with CR or LF; the library only quotes cells with the record delimiter.
  return stringify(guarded, { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}
