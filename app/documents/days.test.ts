import { expect, test } from "vitest";
import { parseDay, parsePeriod } from "./days.ts";

test("parseDay returns null for an empty value, undefined for an unknown format or an invalid date", () => {
  expect(parseDay("1990-05-31")).toBe("1990-05-31");
  expect(parseDay("1990-05-31T00:00:00.000Z")).toBe("1990-05-31");
  expect(parseDay("1/5/1990")).toBe("1990-05-01");
  expect(parseDay("1er août 1990")).toBe("1990-08-01");
  expect(parseDay("")).toBeNull();
  expect(parseDay(undefined)).toBeNull();
  expect(parseDay("31/02/1990")).toBeUndefined();
  expect(parseDay("demain")).toBeUndefined();
  expect(parseDay(640_000_000)).toBeUndefined();
});

test("parsePeriod returns two ascending dates of any text, otherwise null", () => {
  const period = { from: "2024-02-19", until: "2024-02-23" };
  expect(parsePeriod("19/02/2024 - 23/02/2024")).toEqual(period);
  expect(parsePeriod("Entre le 19 février 2024 et le 23 février 2024")).toEqual(period);
  expect(parsePeriod("2024-02-19/2024-02-23")).toEqual(period);
  expect(parsePeriod("23/02/2024 - 19/02/2024")).toBeNull();
  expect(parsePeriod("19 févr. au 23 févr.")).toBeNull();
  expect(parsePeriod({ from: 1 })).toBeNull();
});
