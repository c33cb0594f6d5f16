import { expect, test } from "vitest";
import { RETRY_DELAYS, RetryBudget } from "./retry-budget.ts";

test("one operation is retried for two minutes", () => {
  expect(RETRY_DELAYS.reduce((sum, delay) => sum + delay)).toBe(120_000);
  const budget = new RetryBudget();
  expect(budget.mayRetry(5_000, 0)).toBe(true);
  expect(budget.mayRetry(110_000, 15_000)).toBe(true);
  expect(budget.mayRetry(110_001, 15_000)).toBe(false);
});

test("an upload is retried for ten minutes in all, however often it goes on in between", () => {
  const budget = new RetryBudget();
  let now = 0;
  for (let cut = 0; cut < 6; cut++) {
    expect(budget.mayRetry(now, 0)).toBe(true);
    now += 99_000;
    expect(budget.mayRetry(now, 0)).toBe(true);
    budget.progressed(now);
    // An hour without a fault costs nothing.
    now += 3_600_000;
  }
  expect(budget.mayRetry(now, 0)).toBe(true);
  expect(budget.mayRetry(now + 5_000, 1_000)).toBe(true);
  expect(budget.mayRetry(now + 5_001, 1_000)).toBe(false);
});
