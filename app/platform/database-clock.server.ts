import { monotonicFactory } from "ulid";

/**
 * The database's clock, the same on every node. The heartbeat of the LISTEN connection reads it every few seconds; between
 * two readings it is extrapolated with the monotonic clock. The machine's own clock is only used before the first reading.
 */
let origin = performance.timeOrigin;
let isKnown = false;

/** After the first reading, responses slower than this are ignored: the error is up to half the round trip. */
const MAX_ROUND_TRIP_MS = 100;

/** Sets the clock to `databaseTime` (ms since the epoch); `askedAt` is the `performance.now()` of the query's start. */
export function setDatabaseTime(databaseTime: number, askedAt: number): void {
  const now = performance.now();
  if (isKnown && now - askedAt > MAX_ROUND_TRIP_MS) return;
  origin = databaseTime - (askedAt + now) / 2;
  isKnown = true;
}

/** The database's time in whole ms since the epoch. */
export function databaseNow(): number {
  return Math.floor(origin + performance.now());
}

let nextId = monotonicFactory();
let newest = 0;
/** After a clock correction backwards by at most this many ms, new ids still sort after earlier ones. */
const SET_BACK_MS = 1_000;

/**
 * A new ULID with the database's time: ids sort by creation time across nodes, and in order of creation within a process.
 * A correction backwards by more than SET_BACK_MS restarts the order.
 */
export function newId(): string {
  const now = databaseNow();
  if (now < newest - SET_BACK_MS) {
    nextId = monotonicFactory();
    newest = 0;
  }
  newest = Math.max(newest, now);
  return nextId(now);
}
