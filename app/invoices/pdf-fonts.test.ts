import { expect, test } from "vitest";
import { printedText } from "./pdf-fonts.server.ts";

test.each([
  ["Zoë Œuvrard, « l’île » à 34 € – n° 3…", "Zoë Œuvrard, « l’île » à 34 € – n° 3…", "Helvetica"],
  ["e\u0301cole, 1\u202f234\u00a0€", "école, 1\u00a0234\u00a0€", "Helvetica"],
  ["14 rue des Lilas\n69003\u0000\tLyon", "14 rue des Lilas\n69003 Lyon", "Helvetica"],
  ["Łukasz Dvořák, Nguyễn, 3ᵉ", "Łukasz Dvořák, Nguyễn, 3ᵉ", "Noto Sans"],
  ["Νίκος Παπαδόπουλος", "Νίκος Παπαδόπουλος", "Noto Sans"],
  ["Иван Петров", "Иван Петров", "Noto Sans"],
  ["化粧水 しっとり 150 ml", "化粧水 しっとり 150 ml", "Noto Sans JP"],
])("prints %j as %j in %s", (typed, text, font) => {
  expect(printedText(typed, false)).toEqual({ text, font, isTranscribed: false });
});

test.each([
  ["محمد", "mhmd", "Noto Sans"],
  ["Crème 🌸", "Crème ", "Noto Sans"],
  ["化粧水 Dvořák محمد", "化粧水 Dvorák mhmd", "Noto Sans JP"],
])("what no font has is transcribed: %j as %j", (typed, text, font) => {
  expect(printedText(typed, false)).toEqual({ text, font, isTranscribed: true });
});

test("bold letters stay bold", () => {
  expect(printedText("Total", true).font).toBe("Helvetica-Bold");
  expect(printedText("Σύνολο", true).font).toBe("Noto Sans Bold");
});
