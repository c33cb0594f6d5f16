import { ulid } from "ulid";

const SEED = 20_261_121;
const HOUR_MS = 3_600_000;

export type Clock = ReturnType<typeof demoClock>;

/** Dates relative to now, and random numbers that are the same in every run. */
export function demoClock() {
  const now = Date.now();
  const random = seededRandom(SEED);
  return {
    hoursAgo: (hours: number) => new Date(now - hours * HOUR_MS),
    /** A ULID with the time `at`; only its random part is the same in every run. */
    id: (at: Date) => ulid(at.getTime(), random),
    /** A random whole number from `low` to `high`, both included. */
    between: (low: number, high: number) => low + Math.floor(random() * (high - low + 1)),
  };
}

/** Pseudo-random numbers from 0 (included) to 1 (excluded), reproducible by seed (mulberry32). For demo data and tests only. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
