import { monotonicFactory } from "ulid";

/**
 * The database's time, of which every node has the same, whatever the clock of its machine says: told by the
 * connection for notifications, every few seconds, and carried on by a clock that nobody sets.
 */
let origin = performance.timeOrigin;
let isKnown = false;

/** An answer that took longer says too little of when it was given. */
const QUICK_MS = 100;

/** Takes over what the database's clock said (milliseconds since 1970) when it was asked at `askedAt` (`performance.now()`). */
export function keepTime(databaseTime: number, askedAt: number): void {
  const now = performance.now();
  if (isKnown && now - askedAt > QUICK_MS) return;
  origin = databaseTime - (askedAt + now) / 2;
  isKnown = true;
}

/** Milliseconds since 1970, whole, by the database's clock. */
export function databaseNow(): number {
  return Math.floor(origin + performance.now());
}

let nextId = monotonicFactory();
let newest = 0;
/** A clock that was put right by less than this changes no order. */
const SET_BACK_MS = 1_000;

/** An id that sorts by when it was made, on whichever node; of one process, be it in the same millisecond. */
export function newId(): string {
  const now = databaseNow();
  if (now < newest - SET_BACK_MS) {
    nextId = monotonicFactory();
    newest = 0;
  }
  newest = Math.max(newest, now);
  return nextId(now);
}
