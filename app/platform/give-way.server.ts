import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** The event loop counts as busy above this share of the time. */
const BUSY = 0.8;
const STEP_MS = 200;

/**
 * Returns a function that resolves at once while requests leave the event loop time, otherwise when they do again, at the latest
 * after `longestMs`. For work that may come some seconds later than a visitor's request.
 */
export function createGiveWay({ longestMs }: { longestMs: number }): () => Promise<void> {
  let last = performance.eventLoopUtilization();
  return async () => {
    for (let waitedMs = 0; waitedMs < longestMs; waitedMs += STEP_MS) {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      if (utilization < BUSY) return;
      await sleep(STEP_MS);
    }
  };
}
