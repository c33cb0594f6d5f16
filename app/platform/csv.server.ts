import { stringify } from "csv-stringify/sync";
import { streamText } from "./stream-text.server.ts";

/**
 * Cells that a spreadsheet may evaluate, full-width signs included (OWASP, « CSV injection »). Leading apostrophes are
 * matched too, so that the guard can be removed without ambiguity.
 */
const BEGINS_FORMULA = /^['\s]*[=+\-@\t\r\n＝＋－＠]/;
/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Prefixes text that looks like a formula with an apostrophe, so that spreadsheets do not evaluate it. */
export function guardFormula(text: string): string {
  return BEGINS_FORMULA.test(text) ? `'${text}` : text;
}

/** Reverts `guardFormula`. */
export function withoutGuard(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && BEGINS_FORMULA.test(text) ? text : cell;
}

/** Whether a spreadsheet would evaluate this cell; text that only begins with a dash or a plus is not a formula. */
export function isFormula(cell: string): boolean {
  return /^[=@＝＠]|^[+\-＋－]\S*[(!|]/.test(cell);
}

/**
 * A CSV download that Excel in France opens correctly: UTF-8 with a byte order mark, semicolons. Rows are pulled in parts,
 * as fast as the client reads.
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
  // RFC 4180: quote cells that contain CR or LF; the library only looks for the record delimiter.
  return stringify(guarded, { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}
