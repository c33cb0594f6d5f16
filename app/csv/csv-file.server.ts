import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { receivedText } from "#app/platform/received-text.ts";
import type { Encoding } from "./csv-schema.ts";

/** How many cells of a row are kept. Files of other shops have a hundred columns; a row of a megabyte may have 500,000 cells. */
export const MOST_CELLS = 200;

const SLICE = 64 * 1024;
/** The longest row, in characters. No valid row is longer; a longer one has an unclosed quotation mark. */
const LONGEST_RECORD = 1_000_000;
const SEPARATORS = [";", ",", "\t"];

export type CsvFile = {
  encoding: Encoding;
  separator: string;
  /**
   * The non-blank rows, with at most MOST_CELLS cells. `line` is the row's number in a spreadsheet, from 1, blank rows
   * included. A text that a formula protects (« ="007" ») is that text.
   */
  rows(): AsyncGenerator<{ line: number; cells: string[] }>;
};

/** The error of a CSV file that cannot be parsed from a line on, for example because of an unclosed quotation mark. */
export class UnreadableCsv extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`unreadable from line ${line}`);
    this.line = line;
  }
}

/**
 * Detects a CSV file's encoding (UTF-8 with or without BOM, Excel's Windows-1252, or UTF-16 with a BOM, Excel's « Unicode text »)
 * and separator (semicolon, comma, tab, or that of a first line « sep=; »). Null for a binary file, for example a workbook.
 */
export function openCsv(content: Uint8Array): CsvFile | null {
  const encoding = encodingOf(content);
  if (!encoding) return null;
  const line = firstLine(content, encoding);
  // Excel's line, which it does not show.
  const [, named] = /^"?sep=([^"\s]|\t)"?[;,\t]*$/i.exec(line) ?? [];
  const separator = named ?? separatorOf(line);
  const firstRow = named === undefined ? 1 : 2;
  return { encoding, separator, rows: () => rowsOf(content, encoding, separator, firstRow) };
}

function encodingOf(content: Uint8Array): Encoding | null {
  if (content[0] === 0xff && content[1] === 0xfe) return "utf-16le";
  if (content[0] === 0xfe && content[1] === 0xff) return "utf-16be";
  if (content.includes(0)) return null;
  return isUtf8(content) ? "utf-8" : "windows-1252";
}

/** Decodes the file in slices, so that the whole text is never in memory. */
function* textOf(content: Uint8Array, encoding: Encoding): Generator<string> {
  // TextDecoder drops a byte order mark.
  const decoder = new TextDecoder(encoding);
  for (let start = 0; start < content.length; start += SLICE)
    yield receivedText(decoder.decode(content.subarray(start, start + SLICE), { stream: true }));
  yield receivedText(decoder.decode());
}

function firstLine(content: Uint8Array, encoding: Encoding): string {
  let text = "";
  for (const piece of textOf(content, encoding)) {
    text += piece;
    if (/[\r\n]/.test(text) || text.length > LONGEST_RECORD) break;
  }
  return text.split(/[\r\n]/, 1)[0]!;
}

/** The separator that occurs most often in the line of column names, outside quotation marks. */
function separatorOf(line: string): string {
  const unquoted = line.replace(/"[^"]*"/g, "");
  const count = (separator: string) => unquoted.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0]!;
}

/** The decoded slices. Waits for the event loop between slices, so that the process responds to requests meanwhile. */
async function* piecesOf(content: Uint8Array, encoding: Encoding): AsyncGenerator<string> {
  for (const piece of textOf(content, encoding)) {
    yield piece;
    await setImmediate();
  }
}

async function* rowsOf(
  content: Uint8Array,
  encoding: Encoding,
  separator: string,
  firstRow: number,
): AsyncGenerator<{ line: number; cells: string[] }> {
  const parser = Readable.from(piecesOf(content, encoding)).pipe(
    parse({
      delimiter: separator,
      from_line: firstRow,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LONGEST_RECORD,
    }),
  );
  let line = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line++;
      if (cells.some((cell) => cell.trim() !== ""))
        yield { line, cells: cells.slice(0, MOST_CELLS).map(withoutFormula) };
    }
  } catch (error) {
    // The line comes from the error, not from `line`: rows before the error may still be in the stream's buffer.
    if (error instanceof CsvError) throw new UnreadableCsv(Number(error["records"]) + 1);
    throw error;
  }
}

/** Exports write « ="007" », so that spreadsheets keep a code's zeros. */
function withoutFormula(cell: string): string {
  const [, text] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/** The name of a column for comparisons: its letters without accents, in lower case. */
export const columnName = (cell: string): string =>
  cell
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
