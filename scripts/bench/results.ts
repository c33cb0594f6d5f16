import type { Machine } from "./machine.ts";
import { median, type Runs } from "./runs.ts";

/** Where the results are kept. */
export const RESULTS = "docs/benchmarks";

/** A part as it is kept in docs/benchmarks. */
export type Result = {
  /** When it ended (ISO 8601), at which commit. */
  date: string;
  commit: string;
  /** How busy the processors were just before, from 0 to 1: of older parts, the load average of the minute before. */
  busy?: number;
  load?: number;
  seconds: number;
  machine: Machine;
  runs: Runs;
};
export type Results = Record<string, Result>;

/** How many times longer a query's p95 is at the most products than at the fewest: asked in turns, where it was (growth.ts). */
export function growthOf(results: Results, name: string): number {
  const inTurns = results["growth"]?.runs[name]?.["growth"];
  if (inTurns) return median(inTurns);
  const known = Object.entries(results)
    .filter(([part, { runs }]) => part.startsWith("queries-") && runs[name])
    .map(([part, { runs }]) => ({ size: Number(part.slice(8)), p95: median(runs[name]!["p95"]!) }))
    .toSorted((one, other) => one.size - other.size);
  return known.at(-1)!.p95 / known[0]!.p95;
}

/** What the parts of one kind found. */
export function joined(results: Results, kind: string): Runs {
  const parts = Object.entries(results).filter(([part]) => part.startsWith(kind));
  return Object.assign({}, ...parts.map(([, { runs }]) => runs));
}
