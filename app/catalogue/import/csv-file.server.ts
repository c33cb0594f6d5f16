import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { MOST_CELLS, type Encoding } from "./import-schema.ts";

const SLICE = 64 * 1024;
/** The longest row, in characters. No valid row is longer; a longer one has an unclosed quotation mark. */
const LONGEST_RECORD = 1_000_000;
const SEPARATORS = [";", ",", "\t"];

export type CsvFile = {
  encoding: Encoding;
  separator: string;
  /**
   * The non-blank rows, with at most MOST_CELLS cells. `line` is the row's number in a spreadsheet, from 1, blank rows
   * included.
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
 * Detects a CSV file's encoding (UTF-8 with or without BOM, Excel's Windows-1252, or Excel's « Unicode text », UTF-16LE) and
 * separator (semicolon, comma or tab). Null for a binary file, for example a workbook.
 */
export function openCsv(content: Uint8Array): CsvFile | null {
  const encoding = encodingOf(content);
  if (!encoding) return null;
  const separator = separatorOf(firstLine(content, encoding));
  return { encoding, separator, rows: () => rowsOf(content, encoding, separator) };
}

function encodingOf(content: Uint8Array): Encoding | null {
  if (content[0] === 0xff && content[1] === 0xfe) return "utf-16le";
  if (content.includes(0)) return null;
  return isUtf8(content) ? "utf-8" : "windows-1252";
}

/** Decodes the file in slices, so that the whole text is never in memory. */
function* textOf(content: Uint8Array, encoding: Encoding): Generator<string> {
  // TextDecoder drops a byte order mark.
  const decoder = new TextDecoder(encoding);
  for (let start = 0; start < content.length; start += SLICE)
    yield withoutNull(decoder.decode(content.subarray(start, start + SLICE), { stream: true }));
  yield withoutNull(decoder.decode());
}

/** PostgreSQL's text type refuses the null character. */
const withoutNull = (text: string) => text.replaceAll("\0", "");

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
): AsyncGenerator<{ line: number; cells: string[] }> {
  const parser = Readable.from(piecesOf(content, encoding)).pipe(
    parse({
      delimiter: separator,
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
        yield { line, cells: cells.slice(0, MOST_CELLS) };
    }
  } catch (error) {
    // The line comes from the error, not from `line`: rows before the error may still be in the stream's buffer.
    if (error instanceof CsvError) throw new UnreadableCsv(Number(error["records"]) + 1);
    throw error;
  }
}
