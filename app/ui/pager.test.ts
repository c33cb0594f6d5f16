import { describe, expect, it } from "vitest";
import { pagerSteps } from "./pager.tsx";

function drawn(page: number, pageCount: number): string {
  return pagerSteps(page, pageCount)
    .map((step) => (step.isGap ? "…" : step.page))
    .join(" ");
}

describe("pagerSteps", () => {
  it.each([
    [1, 2, "1 2"],
    [2, 5, "1 2 3 4 5"],
    [1, 8, "1 2 … 8"],
    [4, 8, "1 2 3 4 5 … 8"],
    [5, 9, "1 … 4 5 6 … 9"],
    [9, 9, "1 … 8 9"],
  ])("page %i of %i shows « %s »", (page, pageCount, text) => {
    expect(drawn(page, pageCount)).toBe(text);
  });
});
