import { expect, test } from "vitest";
import { PRODUCT_COLUMNS } from "../csv-columns.ts";
import { NO_FACTS } from "../facts/facts-schema.ts";
import { readColumns, readProductLine, type Columns } from "./product-line.ts";

const cells = (values: Partial<Record<(typeof PRODUCT_COLUMNS)[number], string>>) =>
  PRODUCT_COLUMNS.map(
    (column) =>
      ({ nom: "Crème", prix: "12", catégorie: "Parfums", ...values })[column as "nom"] ?? "",
  );
const read = (values: Parameters<typeof cells>[0]) =>
  readProductLine(PRODUCT_COLUMNS, cells(values));
const faults = (values: Parameters<typeof cells>[0]) => {
  const outcome = read(values);
  return "faults" in outcome
    ? outcome.faults.map(({ column, reason }) => `${column}: ${reason}`)
    : [];
};

test("parses a line into a product", () => {
  expect(
    read({
      id: "p1",
      nom: " Crème de NUIT ",
      catégorie: "Produits de traitement de l’acné",
      "type de vente": "En vedette",
      description: "'=douce",
      spécifications: "Contenance : 50 ml\nPeau: sèche: très",
      photos: "/media/images/a/b.jpg",
    }),
  ).toEqual({
    product: {
      id: "p1",
      name: "crème de nuit",
      priceCents: 1200,
      category: "Produits de traitement de l'acné",
      sellingType: "en Vedette",
      description: "=douce",
      composition: "",
      specifications: [
        { name: "Contenance", value: "50 ml" },
        { name: "Peau", value: "sèche: très" },
      ],
      ...NO_FACTS,
    },
  });
});

test("a missing column gives no value for its field", () => {
  const columns: Columns = ["nom", "prix", "catégorie"];
  expect(readProductLine(columns, ["a", "1", "Autres"])).toEqual({
    product: { id: null, name: "a", priceCents: 100, category: "Autres" },
  });
});

test("reports every error of a line with its column and advice", () => {
  expect(
    faults({
      nom: "",
      prix: "12,50 €",
      catégorie: "Soin peau",
      "type de vente": "vedette",
      spécifications: "Contenance 50 ml",
      description: '=HYPERLINK("http://x")',
      id: "a b",
    }),
  ).toEqual([
    "nom: Le nom est vide.",
    "prix: Chiffres seulement\u00a0: écrivez 12 ou 13.",
    "catégorie: Catégorie inconnue. La plus proche\u00a0: «\u00a0Soins de la peau\u00a0».",
    "type de vente: Écrivez «\u00a0Normal\u00a0» ou «\u00a0en Vedette\u00a0»\u00a0; vide veut dire «\u00a0Normal\u00a0».",
    "spécifications: Écrivez «\u00a0Contenance: 50 ml\u00a0», une paire par ligne de la case.",
    "id: Ce n’est pas un identifiant de la boutique.",
    "description: Formule de tableur\u00a0: mettez une apostrophe devant pour en faire un texte.",
  ]);
  expect(faults({ prix: "12€" })).toEqual(["prix: Chiffres seulement\u00a0: écrivez 12."]);
  for (const price of ["douze", "1.234,50", "-5", "12€50"])
    expect(faults({ prix: price })).toEqual([
      "prix: Chiffres seulement, en euros entiers\u00a0: 12, par exemple.",
    ]);
  expect(faults({ prix: "1,800" })).toEqual([
    "prix: «\u00a01,800\u00a0» se lit 1,8 ou 1\u202f800. Chiffres seulement\u00a0: écrivez 1, 2 ou 1800.",
  ]);
  // Scientific notation, which spreadsheets use for large numbers.
  expect(faults({ prix: "1e3" })).toEqual(["prix: Chiffres seulement\u00a0: écrivez 1000."]);
  expect(faults({ prix: "1,25E+03" })).toEqual(["prix: Chiffres seulement\u00a0: écrivez 1250."]);
  expect(faults({ prix: "1e99" })[0]).toContain("au plus");
  expect(faults({ prix: "1000000" })[0]).toContain("au plus");
  expect(faults({ nom: "x".repeat(201) })[0]).toContain("200 caractères");
  expect(faults({ catégorie: "Jardin" })[0]).toContain("Les dix catégories");
});

test("a leading dash or plus before plain text is accepted, a formula is refused", () => {
  expect(faults({ description: "- 20 % de sucre" })).toEqual([]);
  expect(faults({ description: "+cmd|' /C calc'!A0" })).toHaveLength(1);
  expect(faults({ nom: "@SUM(A1)" })).toHaveLength(1);
});

test("reads columns in any order and case; reports missing, unknown and duplicate ones", () => {
  expect(readColumns(["Prix", "NOM", "categorie", "", ""])).toEqual(["prix", "nom", "catégorie"]);
  expect(readColumns(["marque", "prix", "", "nom", "categorie"])).toEqual([
    "marque",
    "prix",
    "",
    "nom",
    "catégorie",
  ]);
  expect(readColumns(["marque", "quantite", "nom", "nom"])).toEqual({
    missing: ["prix", "catégorie"],
    unknown: ["marque", "quantite"],
    twice: ["nom"],
  });
});

test("refuses a line with too few or too many cells", () => {
  const outcome = readProductLine(["nom", "prix", "catégorie"], ["a", "1"]);
  expect(outcome).toMatchObject({
    faults: [{ column: "", reason: "3 cases sont attendues, 2 sont là." }],
  });
});
