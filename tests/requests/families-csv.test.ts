import { expect, test } from "vitest";
import { FAMILY_COLUMNS, PRODUCT_COLUMNS } from "#app/catalogue/csv-columns.ts";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { openImports } from "../support/product-import.ts";

const { sql, db, admin, check, idOf, act, read, state } = await openImports();
const HEAD = "id;nom;prix;catégorie;famille;libellé;couleur";

/** Imports a file to its end; returns the import's row. */
async function run(lines: readonly string[], head = HEAD, fields: Record<string, string> = {}) {
  const importId = idOf(await check([head, ...lines].join("\n")));
  const started = await act("start", importId, fields);
  expect(started.status).toBe(302);
  await runImport(db, importId);
  expect((await state(importId))["state"]).toBe("done");
  return state(importId);
}
const members = (name: string) => sql`
  SELECT products.name, label, colour, kind FROM family_members JOIN families ON families.id = family_id
    JOIN products ON products.id = product_id
  WHERE families.name = ${name} ORDER BY position`;

test("a shop without families exports no columns for them", async () => {
  const text = await (await admin.get("/admin/produits.csv")).text();
  expect(text.replace("\uFEFF", "").split("\r\n")[0]).toBe(PRODUCT_COLUMNS.join(";"));
});

test("a file puts its products into families, in its order, and the export gives the same columns", async () => {
  await run([
    ";rouge mat nude;20;Maquillage;Rouge mat;Nude;c88",
    ";lait 50 ml;10;Autres;Lait;50 ml;",
    ";rouge mat corail;20;Maquillage;ROUGE  MAT;Corail;#FF7F50",
    ";lait 100 ml;18;Autres;Lait;100 ml;",
    ";sans famille;18;Autres;;;",
  ]);
  expect(await members("Rouge mat")).toEqual([
    { name: "rouge mat nude", label: "Nude", colour: "#CC8888", kind: "teinte" },
    { name: "rouge mat corail", label: "Corail", colour: "#FF7F50", kind: "teinte" },
  ]);
  expect(await members("Lait")).toMatchObject([
    { label: "50 ml", colour: null, kind: "contenance" },
    { label: "100 ml" },
  ]);
  const text = (await (await admin.get("/admin/produits.csv")).text()).replace("\uFEFF", "");
  const lines = text.split("\r\n");
  expect(lines[0]).toBe([...PRODUCT_COLUMNS, ...FAMILY_COLUMNS].join(";"));
  expect(text).toContain(";Rouge mat;Corail;#FF7F50\r\n");
  // The exported file changes nothing.
  const importId = idOf(await check(text));
  expect(await state(importId)).toMatchObject({ to_update: 0, to_create: 0, faulty_count: 0 });
});

test("a line may join a family that the shop has, move to another one, or leave", async () => {
  await run([";rouge mat prune;20;Maquillage;Rouge mat;Prune;#5B2245"]);
  expect((await members("Rouge mat")).map(({ label }) => label)).toEqual([
    "Nude",
    "Corail",
    "Prune",
  ]);
  const moved = ";rouge mat nude;20;Maquillage;Lait;Nude;";
  await run([moved]);
  expect((await members("Rouge mat")).map(({ label }) => label)).toEqual(["Corail", "Prune"]);
  expect((await members("Lait")).map(({ label }) => label)).toEqual(["50 ml", "100 ml", "Nude"]);
  // Leaving empties a field: it needs a confirmation.
  const left = ";rouge mat nude;20;Maquillage;;;";
  const importId = idOf(await check([HEAD, left].join("\n")));
  await act("start", importId);
  expect((await state(importId))["state"]).toBe("checked");
  await run([left], HEAD, { vider: "oui" });
  expect((await members("Lait")).map(({ label }) => label)).toEqual(["50 ml", "100 ml"]);
  const acts =
    await sql`SELECT changes FROM audit_events WHERE subject_name = 'rouge mat nude' AND act = 'product-imported' ORDER BY id`;
  expect(acts.map(({ changes }) => changes).slice(1)).toEqual([
    [{ field: "famille", before: "Rouge mat · Nude · #CC8888", after: "Lait · Nude" }],
    [{ field: "famille", before: "Lait · Nude", after: null }],
  ]);
});

test("a file without the column leaves families as they are", async () => {
  await run([";rouge mat corail;25;Maquillage"], "id;nom;prix;catégorie");
  expect((await members("Rouge mat")).map(({ label }) => label)).toEqual(["Corail", "Prune"]);
});

test("a family of one is refused with a sentence, and the line can be downloaded and corrected", async () => {
  const address = await check(
    [HEAD, ";seul;20;Maquillage;Solitaire;Seul;#112233", ";autre;20;Autres;;;"].join("\n"),
  );
  const importId = idOf(address);
  expect(await state(importId)).toMatchObject({ to_create: 1, faulty_count: 1 });
  expect(await read(address)).toContain("Une famille compte au moins deux produits");
  const faulty = await admin.read(`/admin/produits/importer/${importId}/lignes-fautives.csv`);
  expect(faulty).toContain(";Solitaire;Seul;#112233;");
});

test.each([
  [";x;20;Autres;Famille;;", "Écrivez ce qui distingue ce produit"],
  [";x;20;Autres;Famille;Libellé;rose", "Écrivez la couleur en hexadécimal"],
  [`;x;20;Autres;Famille;${"a".repeat(61)};`, "60 caractères au plus"],
])("a wrong line is refused: %s", async (line, reason) => {
  const address = await check([HEAD, line].join("\n"));
  expect(await state(idOf(address))).toMatchObject({ faulty_count: 1 });
  expect(await read(address)).toContain(reason);
});

test("an import beside an open form of the same family: the form learns of it", async () => {
  const [family] = await sql`SELECT id, version FROM families WHERE name = 'Lait'`;
  const rows =
    await sql`SELECT product_id AS id, label, '' AS colour FROM family_members WHERE family_id = ${family!["id"]} ORDER BY position`;
  await run([";lait 200 ml;30;Autres;Lait;200 ml;"]);
  const answer = await admin.post(`/admin/familles/${family!["id"]}`, {
    intent: "save",
    id: family!["id"],
    version: String(family!["version"]),
    name: "Lait",
    kind: "contenance",
    members: JSON.stringify(rows),
  });
  expect(answer.status).toBe(409);
  expect((await members("Lait")).map(({ label }) => label)).toEqual(["50 ml", "100 ml", "200 ml"]);
});
