import { expect, test } from "vitest";
import { RetryBudget } from "./retry-budget.ts";

/** Returns the start times (ms) of the attempts of an operation whose every attempt fails after `tryMs`. */
function triesOf(budget: RetryBudget, tryMs: number): number[] {
  const tries = [0];
  for (let now = tryMs; ; now += tryMs) {
    const delay = budget.nextDelay(now, tries.length - 1);
    if (delay === null) return tries;
    tries.push((now += delay));
  }
}

test("one operation is retried for two minutes, however long each attempt takes", () => {
  expect(triesOf(new RetryBudget(), 0)).toEqual([
    0, 0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000, 60_000, 75_000, 90_000, 105_000, 120_000,
  ]);
  // The two minutes count from the first failure.
  expect(triesOf(new RetryBudget(), 4_000).at(-1)).toBe(124_000);
  expect(triesOf(new RetryBudget(), 50).at(-1)).toBe(120_050);
});

test("an upload is retried for ten minutes in all, even with progress in between", () => {
  const budget = new RetryBudget();
  let now = 0;
  for (let cut = 0; cut < 6; cut++) {
    expect(budget.nextDelay(now, 0)).toBe(0);
    now += 99_000;
    expect(budget.nextDelay(now, 5)).not.toBeNull();
    budget.progressed(now);
    // An hour without failures costs no budget.
    now += 3_600_000;
  }
  expect(budget.nextDelay(now, 0)).toBe(0);
  expect(budget.nextDelay(now + 5_000, 1)).toBe(1_000);
  expect(budget.nextDelay(now + 5_500, 1)).toBe(500);
  expect(budget.nextDelay(now + 6_000, 1)).toBeNull();
});
