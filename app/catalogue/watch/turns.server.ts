import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of comparing after which other requests get their turn. */
const LONGEST_TURN_MS = 20;

/** Returns a function to await before each product that is compared: it lets other requests run once a turn was long enough. */
export function createTurns(): () => Promise<void> {
  let ends = performance.now() + LONGEST_TURN_MS;
  return async () => {
    if (performance.now() <= ends) return;
    await nextTurn();
    ends = performance.now() + LONGEST_TURN_MS;
  };
}
