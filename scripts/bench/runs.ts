import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** The figures of a measurement: row name → figure name → one value per run. */
export type Runs = Record<string, Record<string, number[]>>;

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** The value below which a `share` (0 to 1) of the times lies. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** Adds the figures of one run to a row. */
export function addRun(runs: Runs, row: string, figures: Record<string, number>): void {
  const known = (runs[row] ??= {});
  for (const [figure, value] of Object.entries(figures)) (known[figure] ??= []).push(value);
}

/** Prints the medians as a table; with --json=FILE it also writes every run to FILE. */
export function saveRuns(runs: Runs): void {
  console.log(medianTable(runs));
  const { json } = parseArgs({ strict: false, options: { json: { type: "string" } } }).values;
  if (typeof json === "string") writeFileSync(json, JSON.stringify(runs));
}

/** The medians as a Markdown table, one line a row. */
export function medianTable(runs: Runs): string {
  const figures = [...new Set(Object.values(runs).flatMap((row) => Object.keys(row)))];
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...figures]),
    `|${"---|".repeat(figures.length + 1)}`,
    ...Object.entries(runs).map(([row, found]) =>
      line([
        row,
        ...figures.map((figure) => (found[figure] ? rounded(median(found[figure])) : "–")),
      ]),
    ),
  ].join("\n");
}

/** A figure as text: no decimals from 10, at most one from 1, at most two below. */
export function rounded(value: number): string {
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0;
  return String(Number(value.toFixed(digits)));
}
