import { expect, test } from "vitest";
import { frenchOf } from "./french-of.ts";

test.each([
  ["Éclat", "d’Éclat"],
  ["éclat", "d’éclat"],
  ["Œuvre", "d’Œuvre"],
  ["Maison Éclat", "de Maison Éclat"],
  ["", "de "],
])("« de » before « %s »", (name, text) => {
  expect(frenchOf(name)).toBe(text);
});
