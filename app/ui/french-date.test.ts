import { describe, expect, it } from "vitest";
import {
  frenchDate,
  frenchDay,
  frenchLongMoment,
  frenchMoment,
  frenchMonth,
  frenchRecent,
  parisDay,
} from "./french-date.ts";
import { frenchPeriod } from "./french-day.ts";

describe("French dates in the Paris time zone", () => {
  it("writes the long French format", () => {
    expect(frenchDate(new Date("2026-11-20T13:12:00Z"))).toBe("Vendredi 20 novembre 2026");
    expect(frenchDate(new Date("2026-02-01T12:00:00Z"))).toBe("Dimanche 1er février 2026");
  });

  it("uses the date in Paris, not in UTC", () => {
    expect(frenchDate(new Date("2026-12-31T23:30:00Z"))).toBe("Vendredi 1er janvier 2027");
    expect(frenchDate(new Date("2026-07-14T22:30:00Z"))).toBe("Mercredi 15 juillet 2026");
  });

  it("writes date and time, with the year unless it is the current one, and months", () => {
    const today = new Date("2026-11-21T12:00:00Z");
    expect(frenchMoment(new Date("2026-11-20T13:12:00Z"), today)).toBe("20 nov. 14:12");
    expect(frenchMoment(new Date("2025-07-01T22:05:00Z"), today)).toBe("2 juil. 2025 00:05");
    expect(frenchMonth(new Date("2024-02-19T12:00:00Z"))).toBe("février 2024");
  });

  it.each([
    ["2026-11-20", "2026-11-24", "du 20 au 24 novembre 2026"],
    ["2026-11-28", "2026-12-02", "du 28 novembre au 2 décembre 2026"],
    ["2026-12-30", "2027-01-03", "du 30 décembre 2026 au 3 janvier 2027"],
    ["2026-10-01", "2026-10-05", "du 1er au 5 octobre 2026"],
    ["2026-11-20", "2026-11-20", "le 20 novembre 2026"],
  ])("writes the period %s to %s as « %s »", (from, until, text) => {
    expect(frenchPeriod(from, until)).toBe(text);
  });

  it("writes the day with and without the time", () => {
    const at = new Date("2026-11-20T13:12:00Z");
    expect(frenchDay(at)).toBe("20 novembre 2026");
    expect(frenchLongMoment(at, at)).toBe("20 novembre à 14:12");
    expect(frenchLongMoment(at, new Date("2027-01-02T12:00:00Z"))).toBe("20 novembre 2026 à 14:12");
  });

  it("writes only the time of today's dates, and only the day of others", () => {
    const today = new Date("2026-11-20T23:30:00Z");
    expect(frenchRecent(new Date("2026-11-21T08:05:00Z"), today)).toBe("09:05");
    expect(frenchRecent(new Date("2026-11-20T22:59:00Z"), today)).toBe("20 nov.");
    expect(frenchRecent(new Date("2025-07-01T12:00:00Z"), today)).toBe("1er juil. 2025");
  });

  it("adds days by the calendar of Paris", () => {
    expect(parisDay(new Date("2026-11-20T23:30:00Z"))).toBe("2026-11-21");
    expect(parisDay(new Date("2026-10-24T21:59:00Z"), 1)).toBe("2026-10-25");
    expect(parisDay(new Date("2028-02-26T10:00:00Z"), 4)).toBe("2028-03-01");
  });
});
