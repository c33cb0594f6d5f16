import { describe, expect, it } from "vitest";
import { legalEnd } from "./withdrawal-period.ts";

describe("the legal period ends 14 days after delivery, on a working day (L221-19)", () => {
  it.each([
    ["a Monday", "2026-11-02", "2026-11-16"],
    ["a Saturday", "2026-11-07", "2026-11-23"],
    ["a Sunday", "2026-11-08", "2026-11-23"],
    ["1 November, a Sunday", "2026-10-18", "2026-11-02"],
    ["11 November, a Wednesday", "2026-10-28", "2026-11-12"],
    ["Christmas on a Friday", "2026-12-11", "2026-12-28"],
    ["New Year's Day on a Friday", "2026-12-18", "2027-01-04"],
    ["Easter Monday", "2026-03-23", "2026-04-07"],
    ["Ascension", "2026-04-30", "2026-05-15"],
    ["29 February of a leap year", "2028-02-15", "2028-02-29"],
  ])("%s: delivered on %s, until %s", (_what, delivered, end) => {
    expect(legalEnd(delivered)).toBe(end);
  });
});
