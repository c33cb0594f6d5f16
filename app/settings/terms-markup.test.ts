import { expect, test } from "vitest";
import { parseTerms, type TermsRun } from "./terms-markup.ts";

const runsOf = (paragraph: string): TermsRun[] =>
  parseTerms(`# 1. Titre\n\n${paragraph}`)[0]!.blocks[0]!.paragraphs[0]!;

test("a link is one of an address that exists; it may have parentheses of its own", () => {
  expect(runsOf("Voir [la rose](https://exemple.fr/Rose_(fleur)), puis écrire.")).toEqual([
    { text: "Voir " },
    { text: "la rose", href: "https://exemple.fr/Rose_(fleur)" },
    { text: ", puis écrire." },
  ]);
  for (const address of ["https://", "https://a:99999/", "http://[", "//a.fr", "/\\a.fr"]) {
    const typed = `Voir [ici](${address}).`;
    const runs = runsOf(typed);
    expect(runs.map(({ text }) => text).join("")).toBe(typed);
    expect(runs.filter(({ href }) => href)).toEqual([]);
  }
});

test("a section begins with its number; what a shop wrote with « # » is a paragraph", () => {
  const parts = parseTerms("# 1. Un\n\n# nos engagements\n\n# 2. Deux\n\nTexte");
  expect(parts.map(({ title }) => title)).toEqual(["1. Un", "2. Deux"]);
  expect(parts[0]!.blocks[0]!.paragraphs[0]).toEqual([{ text: "# nos engagements" }]);
});

test("a paragraph of brackets is read in linear time", () => {
  for (const piece of ["[", "[a](/", "[a](/("]) {
    const text = piece.repeat(50_000 / piece.length);
    const start = performance.now();
    expect(runsOf(text)).toEqual([{ text }]);
    // A millisecond; quadratic, seconds.
    expect(performance.now() - start).toBeLessThan(500);
  }
});
