import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkDigit, NO_FACTS, UNITS } from "./facts-schema.ts";
import { fragranceAllergens as entriesIn } from "./fragrance-allergens.ts";
import { factTexts, missingFacts, parseFacts, type FactTexts } from "./product-facts.ts";

const fragranceAllergens = (composition: string) => entriesIn(composition).map(({ name }) => name);
const factsIn = (typed: Partial<FactTexts>) => parseFacts(typed).facts;
const errorOf = (name: keyof FactTexts, text: string) => parseFacts({ [name]: text }).errors[name];

test.each([
  ["50 ml", 50, "ml"],
  ["50ML", 50, "ml"],
  ["3,5 g", 3.5, "g"],
  ["1 000 g", 1000, "g"],
  ["7.5 cl", 75, "ml"],
  ["0,25 l", 250, "ml"],
  ["1,2 kg", 1200, "g"],
  ["1 pièce", 1, "pièce"],
  ["12 pieces", 12, "pièce"],
  ["100000 ml", 100_000, "ml"],
])("« %s » is a net quantity", (typed, netQuantity, netUnit) => {
  expect(factsIn({ netQuantity: typed })).toEqual({ netQuantity, netUnit });
});

test.each([
  ["0 ml", "plus grande que zéro"],
  ["0,00 g", "plus grande que zéro"],
  ["-50 ml", "plus grande que zéro"],
  ["100001 ml", "100\u202f000 ml au plus"],
  ["99999999 ml", "100\u202f000 ml au plus"],
  ["1,255 ml", "se lit 1,2550 ou 1\u202f255"],
  ["1.000 ml", "se lit 1 ou 1\u202f000"],
  ["0,255 ml", "Deux chiffres au plus après la virgule"],
  ["1,5 pièce", "Un nombre entier de pièces"],
  ["50", "Écrivez un nombre et son unité"],
  ["ml", "Écrivez un nombre et son unité"],
  ["1e3 ml", "Écrivez un nombre et son unité"],
  ["50 constructor", "Écrivez un nombre et son unité"],
  ["50 oz", "Écrivez un nombre et son unité"],
  ["NaN ml", "Écrivez un nombre et son unité"],
  ["9".repeat(10_000), "40 caractères au plus, 10\u202f000 sont là"],
])("a wrong net quantity is refused: %s", (typed, sentence) => {
  expect(errorOf("netQuantity", typed)).toContain(sentence);
});

test("a stored quantity is typed as it is shown", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.constantFrom(...UNITS),
      (n, netUnit) => {
        const netQuantity = netUnit === "pièce" ? Math.ceil(n / 100) : n / 100;
        const { netQuantity: text } = factTexts({ ...NO_FACTS, netQuantity, netUnit });
        expect(factsIn({ netQuantity: text })).toEqual({ netQuantity, netUnit });
      },
    ),
  );
});

test("an EAN needs its check digit; spaces, hyphens and a UPC's missing zero are accepted", () => {
  expect(factsIn({ ean: "3 012345-678902" })).toEqual({ ean: "3012345678902" });
  expect(factsIn({ ean: "96385074" })).toEqual({ ean: "96385074" });
  expect(factsIn({ ean: "036000291452" })).toEqual({ ean: "0036000291452" });
  expect(errorOf("ean", "3012345678903")).toBe(
    "Ce code n’existe pas\u00a0: après 301234567890, son dernier chiffre serait 2. Vérifiez-le.",
  );
  expect(errorOf("ean", "123")).toBe("Un code EAN a 8 ou 13 chiffres.");
  expect(errorOf("ean", "3,01E+12")).toContain("Le tableur a abrégé ce code");
  expect(errorOf("ean", "3".repeat(10_000))).toContain("40 caractères au plus");
});

test("one wrong digit of an EAN is always found", () => {
  fc.assert(
    fc.property(
      fc.nat(999_999_999_999),
      fc.nat(12),
      fc.integer({ min: 1, max: 9 }),
      (code, position, difference) => {
        const digits = String(code).padStart(12, "0");
        const ean = digits + checkDigit(digits);
        expect(factsIn({ ean })).toEqual({ ean });
        const wrong = (Number(ean[position]) + difference) % 10;
        const altered = ean.slice(0, position) + wrong + ean.slice(position + 1);
        expect(errorOf("ean", altered)).toContain("Ce code n’existe pas");
      },
    ),
  );
});

test.each([
  ["12", 12],
  ["12M", 12],
  ["6 mois", 6],
  ["120", 120],
])("« %s » are months after opening", (typed, paoMonths) => {
  expect(factsIn({ paoMonths: typed })).toEqual({ paoMonths });
});

test("a type and a date of durability are read as forms and spreadsheets write them", () => {
  expect(factsIn({ productType: "" })).toEqual({ productType: null });
  expect(factsIn({ productType: "Cosmétique" })).toEqual({ productType: null });
  expect(factsIn({ productType: "AUTRE" })).toEqual({ productType: "other" });
  expect(errorOf("productType", "bougie")).toContain("Écrivez «\u00a0cosmétique\u00a0»");
  expect(factsIn({ durabilityDate: "2030-11-30" })).toEqual({ durabilityDate: "2030-11-30" });
  expect(factsIn({ durabilityDate: "30/11/2030" })).toEqual({ durabilityDate: "2030-11-30" });
  for (const wrong of ["30/02/2030", "2030-13-01", "novembre 2030", "0001-01-01", "1"])
    expect(errorOf("durabilityDate", wrong), wrong).toContain("Cette date n’existe pas");
});

test.each([
  ["1,8 kg", 1_800],
  ["1 800", 1_800],
  ["180,4 g", 180],
])("« %s » is a weight", (typed, weightGrams) => {
  expect(factsIn({ weightGrams: typed })).toEqual({ weightGrams });
});

test.each(["1,800", "1.800 g", "2,500 kg"])("the weight « %s » has two readings", (typed) => {
  expect(errorOf("weightGrams", typed)).toContain("écrivez l’un ou l’autre.");
});

test.each(["0", "-3", "121", "1000", "douze", "1,5", "1e1"])("« %s » are no months", (typed) => {
  expect(errorOf("paoMonths", typed)).toBe("Un nombre de mois, de 1 à 120\u00a0: 12, par exemple.");
});

test("texts have limits; a reference has no markup", () => {
  for (const name of [
    "precautions",
    "responsiblePerson",
    "origin",
    "reference",
    "sorting",
  ] as const)
    expect(errorOf(name, "x".repeat(10_000))).toMatch(/^[\d\u202f]+ caractères au plus/);
  expect(errorOf("reference", "<b>ECL</b>")).toContain("Des lettres, des chiffres");
  expect(factsIn({ reference: " ECL-001 / é " })).toEqual({ reference: "ECL-001 / é" });
  expect(factsIn({ precautions: " a\r\nb ", origin: "a\n b", sorting: "" })).toEqual({
    precautions: "a\nb",
    origin: "a b",
    sorting: null,
  });
});

test("a sheet lacks what the law asks for; the origin is due for imported products only", () => {
  expect(missingFacts({ ...NO_FACTS, composition: "" }, false)).toEqual([
    "composition",
    "quantité nette",
    "durée après ouverture ou date de durabilité",
    "précautions d’emploi",
    "personne responsable",
    "référence ou code EAN",
    "consignes de tri",
  ]);
  const facts = { ...NO_FACTS, netQuantity: 1, netUnit: "ml" as const, paoMonths: 6 };
  const complete = {
    ...facts,
    precautions: "x",
    ean: "96385074",
    sorting: "x",
    composition: "Aqua",
  };
  expect(missingFacts(complete, true)).toEqual([]);
  expect(missingFacts({ ...complete, responsiblePerson: "x" }, false)).toEqual([]);
  const dated = { ...complete, paoMonths: null, durabilityDate: "2030-11-30" };
  expect(missingFacts(dated, true)).toEqual([]);
  const other = { ...NO_FACTS, productType: "other" as const, composition: "" };
  expect(missingFacts(other, false)).toEqual(["référence ou code EAN", "consignes de tri"]);
  expect(missingFacts(complete, false)).toEqual(["personne responsable"]);
});

test("allergens are found by whole INCI names, other names included, whatever their spelling", () => {
  expect(
    fragranceAllergens(
      "AQUA, Parfum (Fragrance: LIMONENE, d-limonene), linalool*, alpha isomethyl  ionone, Citrus Limon (Lemon) Peel Oil, " +
        "Lavandula Angustifolia Oil. Géraniol; β-Caryophyllene\nCitral\u00a0• Coumarin.",
    ),
  ).toEqual([
    "Linalool",
    "Alpha-Isomethyl Ionone",
    "Citrus Limon Peel Oil",
    "Lavandula Oil/Extract",
    "Geraniol",
    "Beta-Caryophyllene",
    "Citral",
    "Coumarin",
    "Limonene",
  ]);
  expect(fragranceAllergens("Linaloolum, Dehydrolinalool, Rosa Damascena Flower Water")).toEqual(
    [],
  );
  expect(fragranceAllergens("(".repeat(10_000))).toEqual([]);
});
