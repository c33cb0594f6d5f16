import { expect, test } from "vitest";
import { dayIn, periodIn } from "./days.ts";

test("a day as documents write it", () => {
  expect(dayIn("1990-05-31")).toBe("1990-05-31");
  expect(dayIn("1990-05-31T00:00:00.000Z")).toBe("1990-05-31");
  expect(dayIn("1/5/1990")).toBe("1990-05-01");
  expect(dayIn("1er août 1990")).toBe("1990-08-01");
  expect(dayIn("")).toBeNull();
  expect(dayIn(undefined)).toBeNull();
  expect(dayIn("31/02/1990")).toBeUndefined();
  expect(dayIn("demain")).toBeUndefined();
  expect(dayIn(640_000_000)).toBeUndefined();
});

test("a delivery period, however it is put", () => {
  const period = { from: "2024-02-19", until: "2024-02-23" };
  expect(periodIn("19/02/2024 - 23/02/2024")).toEqual(period);
  expect(periodIn("Entre le 19 février 2024 et le 23 février 2024")).toEqual(period);
  expect(periodIn("2024-02-19/2024-02-23")).toEqual(period);
  expect(periodIn("23/02/2024 - 19/02/2024")).toBeNull();
  expect(periodIn("19 févr. au 23 févr.")).toBeNull();
  expect(periodIn({ from: 1 })).toBeNull();
});
