import type { Case } from "./cases.ts";

const WARM_UP = 30;
const TURNS = 200;
/** No case is given longer, in ms, once it has been asked often enough to tell. */
const LONGEST = 4_000;
/** So many of each case make its family's figures. */
export const FEWEST_TURNS = 40;

/** How long each turn of a case took, in ms. */
export async function timesOf({ run }: Case): Promise<number[]> {
  const began = performance.now();
  const times: number[] = [];
  for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
    const start = performance.now();
    await run(turn);
    if (turn >= WARM_UP) times.push(performance.now() - start);
    if (times.length >= FEWEST_TURNS && performance.now() - began > LONGEST) break;
  }
  return times;
}

/** The middle of some times, and what 95 of 100 of them stay below. */
export function percentilesOf(times: number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
  return { p50: at(0.5), p95: at(0.95) };
}
