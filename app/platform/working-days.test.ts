import { expect, it } from "vitest";
import { addDays, addWorkingDays, easterSunday, isHoliday } from "./working-days.ts";

it.each([
  [2008, "2008-03-23"],
  [2024, "2024-03-31"],
  [2026, "2026-04-05"],
  [2027, "2027-03-28"],
  [2038, "2038-04-25"],
])("Easter Sunday of %i is %s", (year, day) => {
  expect(easterSunday(year)).toBe(day);
});

it("knows the eleven public holidays of 2026", () => {
  const days = Array.from({ length: 365 }, (_, index) => addDays("2026-01-01", index));
  expect(days.filter(isHoliday)).toEqual([
    "2026-01-01",
    "2026-04-06",
    "2026-05-01",
    "2026-05-08",
    "2026-05-14",
    "2026-05-25",
    "2026-07-14",
    "2026-08-15",
    "2026-11-01",
    "2026-11-11",
    "2026-12-25",
  ]);
});

it.each([
  ["the same day", "2026-11-14", 0, "2026-11-14"],
  ["a Monday", "2026-11-16", 4, "2026-11-20"],
  ["over a weekend", "2026-11-19", 2, "2026-11-23"],
  ["from a Saturday", "2026-11-21", 1, "2026-11-23"],
  ["over 11 November", "2026-11-10", 1, "2026-11-12"],
  ["over Christmas on a Friday", "2026-12-24", 1, "2026-12-28"],
])("working days after: %s", (_what, day, days, last) => {
  expect(addWorkingDays(day, days)).toBe(last);
});
