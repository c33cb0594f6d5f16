import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";

const NUMBER = /\s?\(\d+\s?\d*\u00a0caractères\)$/;

test("a short text stays as it is", () => {
  expect(excerptOf("Un texte.\nDeux lignes.")).toBe("Un texte.\nDeux lignes.");
});

test("a long text is cut around its first difference, with its size", () => {
  const text = "a".repeat(5_000) + "ici" + "b".repeat(5_000);
  const excerpt = excerptOf(text, "a".repeat(9_000));
  expect(excerpt).toMatch(/^…a{60}icib+… \(10\s003\u00a0caractères\)$/);
  expect(excerpt.length).toBeLessThan(640);
  expect(excerptOf(text)).toMatch(/^a+… \(10\s003\u00a0caractères\)$/);
  // The only difference is at the end of the text, so the excerpt shows the end.
  expect(excerptOf(`${text}fin`, text)).toMatch(/^…b+fin \(/);
  expect(excerptOf(text, text).length).toBeLessThan(640);
});

test("half a pair of surrogates is left out", () => {
  const excerpt = excerptOf("😀".repeat(1_000), "😀".repeat(400)).replace(NUMBER, "");
  expect(excerpt.isWellFormed()).toBe(true);
});
