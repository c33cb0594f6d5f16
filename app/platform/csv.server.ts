import { stringify } from "csv-stringify/sync";
import { streamText } from "./stream-text.server.ts";

/**
 * What makes some spreadsheet compute a cell, full-width signs included (OWASP, « CSV injection »); behind apostrophes
 * too, so that one more can be told from those that were there.
 */
const BEGINS_FORMULA = /^['\s]*[=+\-@\t\r\n＝＋－＠]/;
/** Says « UTF-8 » to Excel. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A cell that no spreadsheet computes: an apostrophe stands before what begins like a formula. */
export function guardFormula(text: string): string {
  return BEGINS_FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `guardFormula` was given. */
export function withoutGuard(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && BEGINS_FORMULA.test(text) ? text : cell;
}

/** Whether a spreadsheet would compute this cell: text that only begins with a dash or a plus is no formula. */
export function isFormula(cell: string): boolean {
  return /^[=@＝＠]|^[+\-＋－]\S*[(!|]/.test(cell);
}

/**
 * The answer that carries a table as a file which Excel opens by itself in France: UTF-8 with its mark, semicolons. Its
 * rows are asked for as fast as they are read, a part at a time.
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
  // RFC 4180: a cell with either end of line in it stands in quotes, not only one that holds the record's own.
  return stringify(guarded, { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}
