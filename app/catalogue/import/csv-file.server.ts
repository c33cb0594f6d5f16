import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { MOST_CELLS, type Encoding } from "./import-schema.ts";

const SLICE = 64 * 1024;
/** No cell of a product is longer: beyond, a quotation mark was left open. */
const LONGEST_RECORD = 1_000_000;
const SEPARATORS = [";", ",", "\t"];

export type CsvFile = {
  encoding: Encoding;
  separator: string;
  /** Rows with their spreadsheet number, from 1, and at most MOST_CELLS cells; blank rows are counted and left out. */
  rows(): AsyncGenerator<{ line: number; cells: string[] }>;
};

/** The rows stop making sense at a line: a quotation mark that is never closed, say. */
export class UnreadableCsv extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`unreadable from line ${line}`);
    this.line = line;
  }
}

/**
 * Finds out how a CSV file is written: UTF-8 (with or without mark), Windows-1252 as Excel writes it, or Excel's
 * « Unicode text »; separated by semicolons, commas or tabs. Null for what is no text at all, a workbook say.
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

/** Decoded a piece at a time: the whole text is never held. */
function* textOf(content: Uint8Array, encoding: Encoding): Generator<string> {
  // Takes a byte order mark away.
  const decoder = new TextDecoder(encoding);
  for (let start = 0; start < content.length; start += SLICE)
    yield plain(decoder.decode(content.subarray(start, start + SLICE), { stream: true }));
  yield plain(decoder.decode());
}

/** PostgreSQL's text holds no null character. */
const plain = (text: string) => text.replaceAll("\0", "");

function firstLine(content: Uint8Array, encoding: Encoding): string {
  let text = "";
  for (const piece of textOf(content, encoding)) {
    text += piece;
    if (/[\r\n]/.test(text) || text.length > LONGEST_RECORD) break;
  }
  return text.split(/[\r\n]/, 1)[0]!;
}

/** The one that stands most often between the column names. */
function separatorOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, "");
  const count = (separator: string) => bare.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0]!;
}

/** Between two pieces the visitors have their turn. */
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
    // The rows before it may not have come through yet.
    if (error instanceof CsvError) throw new UnreadableCsv(Number(error["records"]) + 1);
    throw error;
  }
}
