import { expect, test } from "vitest";
import { relativeChange, ticksOf } from "./axis-scale.ts";

test.each([
  [0, 3, [0, 1]],
  [1, 2, [0, 1]],
  [17, 2, [0, 10, 20]],
  [1109, 3, [0, 500, 1000, 1500]],
  [350, 3, [0, 200, 400]],
  [9, 2, [0, 5, 10]],
  [1_234_567, 3, [0, 500_000, 1_000_000, 1_500_000]],
])("the ticks of an axis for %d in at most %d intervals", (highest, steps, ticks) => {
  expect(ticksOf(highest, steps)).toEqual(ticks);
});

test.each([
  [121, 100, "+21,0\u00a0%"],
  [98.7, 100, "−1,3\u00a0%"],
  [100, 100, "0,0\u00a0%"],
])("the relative change to %d from %d is %s", (now, before, text) => {
  expect(relativeChange(now, before)?.text).toBe(text);
});

test("there is no relative change from zero", () => {
  expect(relativeChange(5, 0)).toBeNull();
});
