import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test.each([
  ["Zoë Œuvrard, « l’île » à 34 € – n° 3…", "Zoë Œuvrard, « l’île » à 34 € – n° 3…"],
  ["e\u0301cole, 1\u202f234\u00a0€", "école, 1\u00a0234\u00a0€"],
  ["Łukasz Dvořák, Nguyễn, 3ᵉ", "Lukasz Dvorák, Nguyen, 3e"],
  ["Иван 🌸\u0000\t", "???? ???"],
  ["14 rue des Lilas\n69003 Lyon", "14 rue des Lilas\n69003 Lyon"],
])("prints %j as %j", (text, printed) => {
  expect(printable(text)).toBe(printed);
});
