// Shared by server and browser.

/** The largest file of an import, in bytes. Larger ones are refused before parsing. */
export const LARGEST_FILE = 50 * 1024 * 1024;
/** The most lines of a file, unless its import allows fewer. */
export const MOST_LINES = 100_000;

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** An error in a cell. `column`: its name, empty for an error of the whole line. `reason`: a French sentence. */
export type LineFault = { column: string; value: string; reason: string };
/** `line`: the line's number in a spreadsheet. */
export type NumberedFault = LineFault & { line: number };
