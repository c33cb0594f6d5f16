import { monotonicFactory } from "ulid";

/**
 * The database's clock, the same on every node: read every few seconds on the LISTEN connection and extrapolated with the
 * monotonic clock, independent of the machine's own clock.
 */
let origin = performance.timeOrigin;
let isKnown = false;

/** A slower answer, in ms, is too imprecise. */
const QUICK_MS = 100;

/** Sets the clock: `databaseTime` in ms since the epoch, read at `askedAt` (`performance.now()`). */
export function keepTime(databaseTime: number, askedAt: number): void {
  const now = performance.now();
  if (isKnown && now - askedAt > QUICK_MS) return;
  origin = databaseTime - (askedAt + now) / 2;
  isKnown = true;
}

/** The database's time in whole ms since the epoch. */
export function databaseNow(): number {
  return Math.floor(origin + performance.now());
}

let nextId = monotonicFactory();
let newest = 0;
/** Ids stay in order when the clock is set back by less than this, in ms. */
const SET_BACK_MS = 1_000;

/** A ULID: sorts by creation time across nodes, and within a process even in the same millisecond. */
export function newId(): string {
  const now = databaseNow();
  if (now < newest - SET_BACK_MS) {
    nextId = monotonicFactory();
    newest = 0;
  }
  newest = Math.max(newest, now);
  return nextId(now);
}
