import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { PRODUCT_COLUMNS } from "#app/catalogue/csv-columns.ts";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { hashesOf, openDocumentsFolder, readDocuments } from "../support/documents.ts";
import { openImports } from "../support/product-import.ts";
import { openShop } from "../support/shop.ts";

// The facts of products in files: CSV and documents.
const { shop, db, sql, admin, check, act, read, idOf } = await openImports();
const documents = openDocumentsFolder();
const { at, options, reportFile, write } = documents;

const FACTS = {
  "quantité nette": "3,5 g",
  "durée après ouverture": "18",
  "date de durabilité": "2030-11-30",
  précautions: "Usage externe.\nNe pas avaler.",
  "personne responsable": "Labo Vert, Séoul",
  origine: "Corée",
  référence: "ROU-1",
  "code EAN": "2000000009018",
  tri: "Étui : bac de tri.",
};
const fileOf = (rows: Record<string, string>[]) => {
  const columns = PRODUCT_COLUMNS.filter((column) => column !== "photos");
  const lines = rows.map((row) =>
    columns.map((column) => `"${(row[column] ?? "").replaceAll('"', '""')}"`).join(";"),
  );
  return [columns.join(";"), ...lines].join("\n");
};
const rouge = { nom: "rouge importé", prix: "26", catégorie: "Maquillage", composition: "Aqua" };

test("a CSV file brings the facts, shows their changes, and its export brings them back unchanged", async () => {
  const address = await check(fileOf([{ ...rouge, ...FACTS }]));
  expect(await read(address)).not.toContain("fiche incomplète");
  await act("start", idOf(address));
  await runImport(db, idOf(address));
  const [row] = await sql`SELECT * FROM products WHERE name = 'rouge importé'`;
  expect(row).toMatchObject({
    net_quantity: "3.50",
    net_unit: "g",
    pao_months: 18,
    product_type: null,
    precautions: FACTS.précautions,
    responsible_person: "Labo Vert, Séoul",
    origin: "Corée",
    reference: "ROU-1",
    ean: "2000000009018",
    sorting: "Étui : bac de tri.",
  });
  const csv = await admin.read("/admin/produits.csv");
  const [exported] = parse(csv, { bom: true, columns: true, delimiter: ";" }) as object[];
  expect(exported).toMatchObject(FACTS);
  expect(await read(await check(csv))).toContain("Inchangées 1");

  const changed = await read(
    await check(fileOf([{ ...rouge, ...FACTS, "quantité nette": "4 g", tri: "" }])),
  );
  expect(changed).toMatch(/quantité nette : (avant )?3,5 g.{0,20}4 g/);
  expect(changed).toContain("Vide tri");
  expect(changed).toContain("Une ligne laisse une fiche incomplète : cela n’empêche pas l’import.");
});

test("wrong facts are faults of their cells; a file without their columns changes none", async () => {
  const report = await read(
    await check(
      fileOf([
        {
          ...rouge,
          ...FACTS,
          "quantité nette": "0 g",
          "durée après ouverture": "200",
          "code EAN": "2,00E+12",
          précautions: "x".repeat(10_000),
          référence: "=cmd()",
        },
      ]),
    ),
  );
  for (const fault of [
    "2 quantité nette 0 g La quantité est plus grande que zéro",
    "2 durée après ouverture 200 Un nombre de mois, de 1 à 120",
    "2 code EAN 2,00E+12 Le tableur a abrégé ce code",
    "2 000 caractères au plus, 10 000 sont là",
    "2 référence =cmd() Formule de tableur",
  ])
    expect(report).toContain(fault);
  expect(await read(await check("nom;prix;catégorie\nrouge importé;26;Maquillage\n"))).toContain(
    "Inchangées 1",
  );
});

test("a line of another product with a list is faulty; a date that is over is reported", async () => {
  const rows = [
    { ...rouge, nom: "houppette", "type de produit": "autre" },
    {
      ...rouge,
      nom: "éponge",
      composition: "",
      "type de produit": "Autre",
      référence: "EP-1",
      tri: "Poubelle",
    },
    { ...rouge, nom: "rouge ancien", "date de durabilité": "31/01/2020" },
    { ...rouge, nom: "rouge faux", "type de produit": "bougie", "date de durabilité": "bientôt" },
  ];
  const address = await check(fileOf(rows));
  const report = await read(address);
  expect(report).toContain("2 type de produit autre Une composition est donnée");
  expect(report).toMatch(/Ligne 4, Rouge ancien.*Date de durabilité minimale passée/);
  expect(report).toContain("5 type de produit bougie Écrivez « cosmétique » ou « autre »");
  expect(report).toContain("5 date de durabilité bientôt Cette date n’existe pas");
  await act("start", idOf(address));
  await runImport(db, idOf(address));
  const [sponge] = await sql`SELECT product_type FROM products WHERE name = 'éponge'`;
  expect(sponge).toEqual({ product_type: "other" });
  const csv = await admin.read("/admin/produits.csv");
  expect(csv).toContain(";autre;");
  // Only a line that changes something is faulty.
  await sql`UPDATE products SET composition = 'Aqua' WHERE name = 'éponge'`;
  expect(await read(await check(await admin.read("/admin/produits.csv")))).toContain("Fautives 0");
  await sql`DELETE FROM products WHERE name IN ('éponge', 'rouge ancien')`;
});

test("the template can be imported", async () => {
  const report = await read(await check(await admin.read("/admin/produits/importer/modele.csv")));
  expect(report).toContain("À créer 2");
  expect(report).toContain("Fautives 0");
  expect(report).toContain("Une ligne laisse une fiche incomplète");
});

const bare = {
  id: "SANSFAIT",
  uid: "",
  name: "savon nu",
  price: "9",
  composition: "Aqua",
  category: "Autres",
  description: "",
  spcifications: [],
  createdAt: 1_700_000_000_000,
  updatedAt: "",
  galleries: [],
  comments: [],
  rating: 0,
  sellingTypes: "Normal",
  favori: [],
  eclat: { version: 1, comments: [], changed: {} },
};
const facts = {
  productType: "other",
  netQuantity: { value: 0.35, unit: "ml" },
  paoMonths: 6,
  durabilityDate: "2030-11-30",
  precautions: "Usage « externe ».\nNe pas avaler.",
  reference: "ECL-9",
  ean: "96385074",
};

test("documents carry the facts under the shop's own key, and only when there are some", async () => {
  const full = { ...bare, id: "TOUSFAITS", eclat: { ...bare.eclat, facts } };
  write("in", "products.jsonl", [bare, full]);
  const empty = await openShop();
  const outcome = await importDocuments(empty.db, empty.jobs, empty.storage, {
    ...options,
    folder: at("in"),
  });
  expect(outcome).toMatchObject({ kind: "imported", remarks: { refused: 0, noted: 0 } });
  await exportDocuments(empty.db, empty.storage, at("out"));
  const productsOf = (folder: string) =>
    hashesOf(at(folder)).find(([name]) => name === "products.jsonl");
  // Byte by byte, the document of a version without facts included.
  expect(productsOf("out")).toEqual(productsOf("in"));
});

test("an export made before there were facts and unit prices comes back byte by byte", async () => {
  const demo = await openShop();
  await fillDemo(demo);
  await exportDocuments(demo.db, demo.storage, at("demo"));
  for (const file of ["products.jsonl", "orders.jsonl"]) {
    const former = readDocuments(at("demo", file)).map((document) => {
      const { facts: known, unitPrices, ...eclat } = document["eclat"];
      expect(known ?? unitPrices).toBeDefined();
      return { ...document, eclat };
    });
    write("demo", file, former);
  }
  const restored = await openShop();
  const outcome = await importDocuments(restored.db, restored.jobs, restored.storage, {
    ...options,
    folder: at("demo"),
  });
  expect(outcome).toMatchObject({ kind: "imported", remarks: { refused: 0, noted: 0 } });
  await exportDocuments(restored.db, restored.storage, at("demo-again"));
  expect(hashesOf(at("demo-again"))).toEqual(hashesOf(at("demo")));
});

test.each([
  [{ netQuantity: { value: 0, unit: "ml" } }, "est nul ou négatif"],
  [{ netQuantity: { value: -1, unit: "ml" } }, "est nul ou négatif"],
  [{ netQuantity: { value: 1e9, unit: "ml" } }, "100000 au plus"],
  [{ netQuantity: { value: 5, unit: "oz" } }, "« ml », « g » ou « pièce » est attendu"],
  [{ ean: "96385075" }, "a un chiffre de contrôle faux"],
  [{ paoMonths: 0 }, "1 au moins"],
  [{ productType: "cosmetic" }, "« other » est attendu"],
  [{ durabilityDate: "30/11/2030" }, "une date est attendue"],
  [{ precautions: "x".repeat(10_000) }, "2000 caractères au plus"],
  [{ precautions: "" }, "ne peut pas être vide"],
])("a document with a wrong fact is refused with its reason: %#", async (wrong, reason) => {
  const folder = `wrong-${reason.replaceAll(/\W/g, "")}-${Object.values(wrong).length}-${JSON.stringify(wrong).length}`;
  write(folder, "products.jsonl", [{ ...bare, eclat: { ...bare.eclat, facts: wrong } }]);
  const outcome = await importDocuments(shop.db, shop.jobs, shop.storage, {
    ...options,
    merge: true,
    folder: at(folder),
  });
  expect(outcome).toMatchObject({ kind: "refused" });
  expect(readDocuments(reportFile)[0]!["reason"]).toContain(reason);
});
