import { openCsv, UnreadableCsv, type CsvFile } from "./csv-file.server.ts";
import { LARGEST_FILE } from "./csv-schema.ts";

/** Files with more line breaks are refused before parsing. More than any import's lines, because cells and blank rows have some too. */
const MOST_LINE_BREAKS = 1_000_000;

/** A file's column names, and the lines below them. */
export type Table = CsvFile & { kind: "table"; head: string[] };
/** Why a file can't be read as a table. */
export type NoTable =
  | { kind: "not-csv" | "too-large" | "too-long" | "empty" }
  | { kind: "unreadable"; line: number };

/** The file of a form's field « file »; null when none was chosen: browsers then send an empty file without a name. */
export async function chosenFile(
  form: FormData,
): Promise<{ fileName: string; content: Uint8Array } | null> {
  const file = form.get("file");
  if (!(file instanceof File) || (file.size === 0 && !file.name)) return null;
  const fileName = file.name.replace(/\p{Cc}/gu, "").slice(-200);
  return { fileName, content: new Uint8Array(await file.arrayBuffer()) };
}

/**
 * Opens a CSV file of at most `mostLines` lines below its column names. The whole file is parsed once before it counts as a table, so
 * that its lines can then be read within a transaction.
 */
export async function openTable(content: Uint8Array, mostLines: number): Promise<Table | NoTable> {
  if (content.length > LARGEST_FILE) return { kind: "too-large" };
  if (hasMoreLineBreaks(content, MOST_LINE_BREAKS)) return { kind: "too-long" };
  const file = openCsv(content);
  if (!file) return { kind: "not-csv" };
  let head: string[] | undefined;
  let lines = 0;
  try {
    for await (const { cells } of file.rows()) {
      if (head && ++lines > mostLines) return { kind: "too-long" };
      head ??= cells;
    }
  } catch (error) {
    if (error instanceof UnreadableCsv) return { kind: "unreadable", line: error.line };
    throw error;
  }
  if (!head || lines === 0) return { kind: "empty" };
  return { kind: "table", ...file, head, rows: () => rowsBelow(file) };
}

function hasMoreLineBreaks(content: Uint8Array, most: number): boolean {
  for (const lineBreak of [0x0a, 0x0d]) {
    let found = 0;
    for (let at = content.indexOf(lineBreak); at >= 0; at = content.indexOf(lineBreak, at + 1))
      if (++found > most) return true;
  }
  return false;
}

async function* rowsBelow(file: CsvFile): ReturnType<CsvFile["rows"]> {
  const rows = file.rows();
  await rows.next();
  yield* rows;
}
