import { columnName } from "./csv-file.server.ts";
import type { LineFault } from "./csv-schema.ts";

/** How many characters of a faulty cell or column name are shown. */
const LONGEST_SHOWN = 80;

type HeadOptions<Column extends string> = {
  /** Further names of a column, as `spelling` gives them. Of several in a file, the first one of the list counts. */
  aliases?: Partial<Record<Column, readonly string[]>>;
  /** What has to be equal in two names; by default their letters, without case and accents. */
  spelling?: (name: string) => string;
};

/**
 * Recognises the columns of a file by its first row.
 * @returns `columns`: the file's columns by position, without blank ones at the end, which Excel adds when a further column was used
 * once: `known` names, otherwise those of the file. `twice`: the names of known columns that occurred before
 */
export function readHead<Column extends string>(
  cells: readonly string[],
  known: readonly Column[],
  { aliases = {}, spelling = columnName }: HeadOptions<Column> = {},
): { columns: string[]; missing: Column[]; unknown: string[]; twice: string[] } {
  const names = cells.map((cell) => shorten(cell.trim()));
  while (names.at(-1) === "") names.pop();
  const spelled = names.map(spelling);
  const places = known.map((column) =>
    [spelling(column), ...(aliases[column] ?? [])]
      .map((name) => spelled.indexOf(name))
      .find((place) => place >= 0),
  );
  const isKnown = (place: number) => places.includes(spelled.indexOf(spelled[place]!));
  return {
    columns: names.map((name, place) => known[places.indexOf(place)] ?? name),
    missing: known.filter((_, index) => places[index] === undefined),
    unknown: names.filter((_, place) => !isKnown(place)),
    twice: names.filter((_, place) => isKnown(place) && !places.includes(place)),
  };
}

/**
 * A line while it is read. `cell`: a column's text by `clean`; undefined if the file has no such column. `fault` adds an error.
 */
export function readCells<Column extends string>(
  columns: readonly string[],
  cells: readonly string[],
  clean = (cell: string) => cell.trim(),
) {
  const faults: LineFault[] = [];
  const cell = (column: Column): string | undefined => {
    const text = cells[columns.indexOf(column)];
    return text === undefined ? undefined : clean(text);
  };
  const fault = (column: Column | "", reason: string): void => {
    const value = column === "" ? "" : shorten(cell(column) ?? "");
    faults.push({ column, value, reason });
  };
  return { cell, fault, faults };
}

/** A text of a file as far as it is shown. */
export const shorten = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text;
