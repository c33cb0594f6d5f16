import { describe, expect, test } from "vitest";
import { bucketsOf, dashboardHref, parsePeriod, periodBefore } from "./period.ts";

const now = new Date("2026-11-20T23:30:00Z");
const parse = (query: string) => parsePeriod(new URLSearchParams(query), now);

describe("the period in the URL", () => {
  test.each([
    ["", "30", "2026-10-23", "2026-11-21", "day"],
    ["periode=7", "7", "2026-11-15", "2026-11-21", "day"],
    ["periode=90", "90", "2026-08-24", "2026-11-21", "day"],
    ["periode=12-mois", "12-mois", "2025-12-01", "2026-11-21", "month"],
    ["periode=rien", "30", "2026-10-23", "2026-11-21", "day"],
    ["du=2026-02-10&au=2026-02-01", "choisie", "2026-02-01", "2026-02-10", "day"],
    ["du=2026-01-01&au=2030-01-01", "choisie", "2026-01-01", "2026-11-21", "month"],
    ["du=1900-01-01&au=2026-11-01", "choisie", "2021-12-01", "2026-11-01", "month"],
    ["du=2026-02-30&au=2026-03-01", "30", "2026-10-23", "2026-11-21", "day"],
    ["du=abc&au=", "30", "2026-10-23", "2026-11-21", "day"],
  ])(
    "of « %s » is « %s », from %s until %s, with a bar per %s",
    (query, choice, from, until, step) => {
      expect(parse(query)).toEqual({ choice, from, until, step });
    },
  );

  test("is read from the URLs that dashboardHref writes", () => {
    for (const query of ["", "periode=7", "periode=12-mois", "du=2026-02-01&au=2026-02-10"]) {
      const period = parse(query);
      const href = dashboardHref(period, { isTable: true });
      expect(parse(href.split("?")[1] ?? "")).toEqual(period);
      expect(href).toContain("vue=tableau");
    }
    expect(dashboardHref(parse(""), { isTable: false })).toBe("/admin/tableau-de-bord");
  });
});

test("bucketsOf returns the start of each day or month", () => {
  expect(bucketsOf(parse("periode=7"))).toHaveLength(7);
  expect(bucketsOf(parse("periode=12-mois"))).toEqual(
    expect.arrayContaining(["2025-12-01", "2026-02-01", "2026-11-01"]),
  );
  expect(bucketsOf(parse("periode=12-mois"))).toHaveLength(12);
});

test("the previous period has the same length and ends just before this one", () => {
  expect(periodBefore(parse("periode=7"))).toEqual({ from: "2026-11-08", until: "2026-11-14" });
  expect(periodBefore(parse("periode=12-mois"))).toEqual({
    from: "2024-12-01",
    until: "2025-11-21",
  });
  // Two bars, March and April: February has no 31st.
  expect(
    periodBefore({ choice: "choisie", from: "2026-03-31", until: "2026-04-30", step: "month" }),
  ).toEqual({ from: "2026-01-31", until: "2026-02-28" });
});
