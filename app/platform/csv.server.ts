import { stringify } from "csv-stringify/sync";
import { streamText } from "./stream-text.server.ts";

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

/**
 * The response of a CSV download that Excel in France opens correctly: UTF-8 with a byte order mark, semicolons. Rows are
 * pulled from `parts` as fast as the client reads (backpressure).
 */
export function csvResponse(
  fileName: string,
  head: readonly string[],
  parts: AsyncIterable<readonly (readonly string[])[]>,
): Response {
  return new Response(streamText(linesOf(head, parts)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}

async function* linesOf(
  head: readonly string[],
  parts: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + csvLines([head]);
  for await (const rows of parts) if (rows.length > 0) yield csvLines(rows);
}

function csvLines(rows: readonly (readonly string[])[]): string {
  const guarded = rows.map((cells) => cells.map(guardFormula));
  // RFC 4180 requires quotes around cells with CR or LF; the library only quotes cells with the record delimiter.
  return stringify(guarded, { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}
