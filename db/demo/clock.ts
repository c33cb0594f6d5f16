import { ulid } from "ulid";

const SEED = 20_261_121;
const HOUR_MS = 3_600_000;

export type Clock = ReturnType<typeof demoClock>;

/** Dates counted back from now, and chance that falls the same way at every run. */
export function demoClock() {
  const now = Date.now();
  const random = seededRandom(SEED);
  return {
    hoursAgo: (hours: number) => new Date(now - hours * HOUR_MS),
    /** A ULID of that moment. */
    id: (at: Date) => ulid(at.getTime(), random),
    /** A whole number from `low` to `high`, both included. */
    between: (low: number, high: number) => low + Math.floor(random() * (high - low + 1)),
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32): small, good enough to vary a demonstration or a test. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
