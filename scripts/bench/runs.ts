import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** What a measurement gives: of each row, of each of its figures, what every run found. */
export type Runs = Record<string, Record<string, number[]>>;

/** The figure of these runs: half of them found less. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Adds what one run found of a row. */
export function add(runs: Runs, row: string, found: Record<string, number>): void {
  const figures = (runs[row] ??= {});
  for (const [figure, value] of Object.entries(found)) (figures[figure] ??= []).push(value);
}

/** Prints the medians; writes all of it where --json=FILE asks for it. */
export function tell(runs: Runs): void {
  const figures = [...new Set(Object.values(runs).flatMap((row) => Object.keys(row)))];
  console.log(`| | ${figures.join(" | ")} |\n|---|${figures.map(() => "---|").join("")}`);
  for (const [row, found] of Object.entries(runs))
    console.log(
      `| ${row} | ${figures.map((figure) => (found[figure] ? rounded(median(found[figure])) : "")).join(" | ")} |`,
    );
  const { json } = parseArgs({
    strict: false,
    options: { json: { type: "string" } },
  }).values;
  if (typeof json === "string") writeFileSync(json, JSON.stringify(runs));
}

/** Three digits that count. */
export function rounded(value: number): string {
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0;
  return String(Number(value.toFixed(digits)));
}
