import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseEuros } from "./euros-schema.ts";
import { readNumber, twoReadingsFault } from "./number-schema.ts";
import { parsePercent } from "./percent-schema.ts";

test.each([
  ["12", 12, ""],
  [" 1 800 ", 1_800, ""],
  ["1\u202f800,5 €", 1_800.5, "€"],
  ["1,5 kg", 1.5, "kg"],
  ["0,750 L", 0.75, "l"],
  ["1800.250", 1_800.25, ""],
  ["10,50%", 10.5, "%"],
  ["12,3450", 12.345, ""],
])("« %s » is a number with its unit", (text, value, unit) => {
  expect(readNumber(text)).toMatchObject({ value, unit, grouped: null });
  expect(twoReadingsFault(text)).toBeNull();
});

test.each([
  ["1,800", "«\u00a01,800\u00a0» se lit 1,8 ou 1\u202f800\u00a0: écrivez l’un ou l’autre."],
  ["1.000 ml", "«\u00a01.000\u00a0» se lit 1 ou 1\u202f000\u00a0: écrivez l’un ou l’autre."],
  ["12,345", "«\u00a012,345\u00a0» se lit 12,3450 ou 12\u202f345\u00a0: écrivez l’un ou l’autre."],
])("« %s » has two readings, and both are told", (text, sentence) => {
  expect(twoReadingsFault(text)).toBe(sentence);
});

test.each(["", "-5", "1e3", "1,2,3", "1.234,50", "12€50", "٣", "1,"])(
  "« %s » is no number",
  (text) => {
    expect(readNumber(text)).toBeNull();
    expect(parseEuros(text || "x")).toBeNull();
  },
);

test("a sum or a percentage with two readings is none", () => {
  expect(parseEuros("1.000")).toBeNull();
  expect(parsePercent("10,000")).toBeNull();
  expect(parsePercent("10,50 %")).toBe(10.5);
  expect(parsePercent("10,55")).toBeNull();
});

test("any sum in cents is read as it is written in French", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), (cents) => {
      const written = (cents / 100).toLocaleString("fr-FR", { minimumFractionDigits: 2 });
      expect(parseEuros(`${written} €`)).toBe(cents);
    }),
  );
});
