import type { Queryable } from "#app/platform/db.server.ts";
import { findFault, type Fault } from "./fiscal-journal.server.ts";

type Check = { fault: Fault; checkedAt: Date };

/** A check that took less is never reused: the page then shows the present state. */
const SHORTEST_REUSED_MS = 500;
/** How many times its duration a check is reused, so that checks take at most a twentieth of a node's time. */
const REUSED_FOR = 20;

let running: Promise<Check> | null = null;
let reusable: { check: Check; until: number } | null = null;

/** The result of `findFault`, at most twenty times as old as the check took. Concurrent views share one check. */
export async function lastCheck(db: Queryable): Promise<Check> {
  if (reusable && performance.now() < reusable.until) return reusable.check;
  running ??= check(db).finally(() => (running = null));
  return running;
}

async function check(db: Queryable): Promise<Check> {
  const started = performance.now();
  const result = { fault: await findFault(db), checkedAt: new Date() };
  const took = performance.now() - started;
  reusable =
    took < SHORTEST_REUSED_MS
      ? null
      : { check: result, until: performance.now() + took * REUSED_FOR };
  return result;
}
