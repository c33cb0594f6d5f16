import { expect, test } from "vitest";
import { change, marksOf } from "./axis-scale.ts";

test.each([
  [0, 3, [0, 1]],
  [1, 2, [0, 1]],
  [17, 2, [0, 10, 20]],
  [1109, 3, [0, 500, 1000, 1500]],
  [350, 3, [0, 200, 400]],
  [9, 2, [0, 5, 10]],
  [1_234_567, 3, [0, 500_000, 1_000_000, 1_500_000]],
])("an axis for %d in at most %d steps", (highest, steps, marks) => {
  expect(marksOf(highest, steps)).toEqual(marks);
});

test.each([
  [121, 100, "+21,0\u00a0%"],
  [98.7, 100, "−1,3\u00a0%"],
  [100, 100, "0,0\u00a0%"],
])("%d after %d", (now, before, text) => {
  expect(change(now, before)?.text).toBe(text);
});

test("nothing before, nothing to compare with", () => {
  expect(change(5, 0)).toBeNull();
});
