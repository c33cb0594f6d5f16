import { expect, test } from "vitest";
import { suggestFamily } from "./family-draft.ts";

const of = (...names: string[]) => {
  const { name, members } = suggestFamily(
    names.map((text, index) => ({ id: `${index}`, name: text })),
  );
  return [name, ...members.map(({ label }) => label)];
};

test("a family is named by the words that its products share, and each product by the others", () => {
  expect(of("Rouge mat corail", "Rouge mat rose nude")).toEqual([
    "Rouge mat",
    "Corail",
    "Rose nude",
  ]);
  expect(of("Lait 50 ml", "Lait 100 ml")).toEqual(["Lait", "50 ml", "100 ml"]);
});

test("without shared words nothing is suggested, and one product shares none", () => {
  expect(of("Sérum", "Crème")).toEqual(["", "", ""]);
  expect(of("Sérum")).toEqual(["", ""]);
  expect(of()).toEqual([""]);
  // The first name has no further word: its label is left to the administrator.
  expect(of("Rouge mat", "Rouge mat corail")).toEqual(["Rouge mat", "", "Corail"]);
});
