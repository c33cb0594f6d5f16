import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work after which other requests get their turn. */
const LONGEST_TURN_MS = 20;

/** Returns a function to await before each piece of long work: it lets other requests run once a turn was long enough. */
export function createTurns(): () => Promise<void> {
  let ends = performance.now() + LONGEST_TURN_MS;
  return async () => {
    if (performance.now() <= ends) return;
    await nextTurn();
    ends = performance.now() + LONGEST_TURN_MS;
  };
}

/** `items.map(work)`, in turns. */
export async function mapInTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const turn = createTurns();
  const results: R[] = [];
  for (const item of items) {
    await turn();
    results.push(work(item));
  }
  return results;
}
