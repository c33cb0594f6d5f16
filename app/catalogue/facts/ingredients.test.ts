import { expect, test } from "vitest";
import { findingsOf } from "../watch/watch.ts";
import { fragranceAllergens } from "./fragrance-allergens.ts";

const EXPECTED = ["Linalool", "Alpha-Isomethyl Ionone", "Benzyl Salicylate", "Limonene"];
const allergensIn = (composition: string) =>
  fragranceAllergens(composition).map(({ name }) => name);

test.each([
  ["commas", "Aqua, Linalool, Alpha-Isomethyl Ionone, Benzyl Salicylate, Limonene."],
  ["bullets", "AQUA / WATER ● LINALOOL ● ALPHA-ISOMETHYL IONONE ● BENZYL SALICYLATE ● LIMONENE"],
  ["a bullet at each line’s end", "AQUA ●\r\nLINALOOL ●\r\nALPHA-ISOMETHYL IONONE ●\nBENZYL SALICYLATE ●\nLIMONENE"],
  ["hyphens", "Aqua - Linalool - Alpha-Isomethyl Ionone - Benzyl Salicylate- Limonene"],
  ["dashes", "Aqua – Linalool – Alpha-Isomethyl Ionone — Benzyl Salicylate – Limonene"],
  ["slashes", "Aqua / Linalool / Alpha-Isomethyl Ionone / Benzyl Salicylate/Limonene"],
  ["bars", "Aqua | Linalool|Alpha-Isomethyl Ionone | Benzyl Salicylate | Limonene"],
  ["a name a line", "Aqua\nLinalool\nAlpha-Isomethyl Ionone\nBenzyl Salicylate\nLimonene"],
  ["broken lines", "Aqua, Lina-\nlool, Alpha-Isomethyl\nIonone, Benzyl\r\nSalicylate, Limonene"],
  ["percentages", "Aqua 80 %, Linalool 0,05 %, Alpha-Isomethyl Ionone (<0.01%), Benzyl Salicylate 1%, 2,5 % Limonene"],
  ["notes", "Aqua, Linalool**, Alpha-Isomethyl Ionone¹, Benzyl Salicylate* Limonene.*Issu de l’agriculture biologique."],
  ["brackets", "Aqua, Parfum (Linalool, Alpha-Isomethyl Ionone) [Benzyl Salicylate, +/- Limonene]"],
  ["parts", "INGRÉDIENTS : AQUA. Crème : Linalool, Alpha-Isomethyl Ionone\n\nSérum : Benzyl Salicylate et Limonene (F.I.L. B278147/1)"],
  ["spaces alone", "Aqua Glycerin Parfum Linalool Alpha-Isomethyl Ionone Benzyl Salicylate Cetearyl Alcohol Limonene"],
])("allergens are found in a list with %s", (_what, composition) => {
  expect(allergensIn(composition)).toEqual(EXPECTED);
}); // prettier-ignore

test("a longer name is another ingredient", () => {
  expect(
    allergensIn("Hexyl Cinnamal, Hydrogenated Limonene, Caprylic/Capric Triglyceride"),
  ).toEqual(["Hexyl Cinnamal"]);
  expect(allergensIn("1,2-Hexanediol, Aqua Glycerin Parfum Cetearyl Alcohol Panthenol Hexyl Cinnamal Allantoin")).toEqual([
    "Hexyl Cinnamal",
  ]); // prettier-ignore
});

test.each([
  "AQUA / WATER ● PTFE ● TPO",
  "Aqua | PTFE | TPO",
  "Aqua - PTFE - TPO",
  "Aqua, PTFE 2 %, [+/- TPO*]",
])("banned ingredients are found in « %s », as written", (composition) => {
  const texts = { name: "fard", description: "", specifications: [], precautions: null };
  const found = findingsOf({ ...texts, category: "Maquillage", composition });
  expect(found.map(({ rule, words }) => [rule.id, words])).toEqual([
    ["pfas", ["PTFE"]],
    ["tpo", ["TPO"]],
  ]);
});
