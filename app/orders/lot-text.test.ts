import { expect, test } from "vitest";
import { durabilityText } from "./lot-text.ts";

test.each([
  ["2027-06", "à utiliser avant fin juin 2027"],
  ["2027-06-15", "à utiliser avant le 15 juin 2027"],
  ["9999-99", "à utiliser avant 9999-99"],
  ["2027-13-01", "à utiliser avant 2027-13-01"],
  ["2027-00", "à utiliser avant 2027-00"],
])("%s is shown, also an impossible month", (stored, text) =>
  expect(durabilityText(stored)).toBe(text),
);
