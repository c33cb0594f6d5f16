import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import { isNamed } from "#app/reductions/apply-reduction.ts";
import { products } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openImports } from "../support/product-import.ts";
import { textOf } from "../support/text-of.ts";

const ACNE = "Produits de traitement de l'acné";
/** What the shop showed instead of the name; still found, imported and named by reductions. */
const FORMER = "Soins pour peaux à imperfections";
const { shop, db, sql, admin, check, act, idOf } = await openImports();
const visitor = shop.visitor();
const address = `/boutique?${new URLSearchParams({ categorie: ACNE })}`;
const id = await insertProduct(db, { name: "gel zinc", price: 12, category: ACNE });
await insertProduct(db, { name: "savon neutre", price: 5, category: "Autres" });
// The shop's filters have the categories with products.
for (const category of CATEGORIES)
  if (category !== ACNE && category !== "Autres")
    await insertProduct(db, { name: `flacon ${CATEGORIES.indexOf(category)}`, price: 7, category });

test("visitors and administrators read the ten names of the specification (§3)", async () => {
  const names = `Soins de la peau|Maquillage|Produits capillaires|Parfums|Produits pour le bain et le corps|Soins des ongles|Produits de protection solaire|Produits anti-âge|${ACNE}|Autres`;
  for (const path of ["/boutique", "/admin/produits", "/admin/new/product"]) {
    const html = await admin.read(path);
    for (const name of names.split("|")) expect(textOf(html), path).toContain(name);
    expect(textOf(html), path).not.toContain(FORMER);
  }
  for (const path of ["/", "/boutique", address, `/produit/${id}`]) {
    const html = await visitor.read(path);
    expect(textOf(html), path).toContain(ACNE);
    expect(html, path).not.toContain(FORMER);
  }
  expect(await visitor.read(`/produit/${id}`)).toContain(`"category":"${ACNE}"`);
  const shopPage = await visitor.read(address);
  expect(shopPage).toContain("<title>Produits de traitement de l&#x27;acné");
  expect(textOf(shopPage)).toContain("Gel zinc");
  expect(textOf(shopPage)).not.toContain("Savon neutre");
  expect(await admin.read("/admin/produits.csv")).toContain(ACNE);
});

test("the opening list warns about the acne category and leads to its products", async () => {
  const html = await admin.read("/admin/ouverture");
  expect(textOf(html)).toMatch(/1 produit est rangé dans « Produits de traitement de l'acné »/);
  expect(html).toContain("/admin/produits?categorie=Produits+de+traitement+de+l%27acn%C3%A9");
});

test.each([
  ACNE,
  "acné",
  "traitement acne",
  FORMER,
  "soins pour peaux a imperfections",
  "imperfections",
])("a search for « %s » finds the category's products", async (keyword) => {
  const query = new URLSearchParams({ keyword });
  expect(await visitor.read(`/recherche/?${query}`)).toContain(`/produit/${id}`);
  const suggested = await visitor.fetch(`/recherche/suggestions?${query}`);
  const { categories } = (await suggested.json()) as { categories: { category: string }[] };
  expect(categories.map(({ category }) => category)).toEqual([ACNE]);
});

test("an import accepts the former name; the history has the name", async () => {
  const file = `nom;prix;catégorie\nsavon neutre;5;${FORMER}\ngel vert;5;${ACNE}\ngel bleu;5;SOINS POUR PEAUX A IMPERFECTIONS\n`;
  const report = await check(file);
  expect(textOf(await admin.read(report))).toContain(`Autres → après ${ACNE}`);
  await act("start", idOf(report));
  await runImport(db, idOf(report));
  const stored = await db.select().from(products).where(eq(products.category, ACNE));
  expect(stored.map(({ name }) => name).toSorted()).toEqual([
    "gel bleu",
    "gel vert",
    "gel zinc",
    "savon neutre",
  ]);
});

test("a reduction that names the category as before still applies", () => {
  const product = { category: ACNE, reference: null };
  for (const part of [ACNE, FORMER]) expect(isNamed(part, product), part).toBe(true);
  expect(isNamed(FORMER, { category: "Autres", reference: null })).toBe(false);
});

test("the mail of an order has the category's name", async () => {
  const customer = await shop.customer();
  const placed = await customer.post("/panier", orderForm([{ id, qty: 1 }], 1_200));
  expect(placed.status).toBe(302);
  const [mail] = await sql`SELECT props FROM mails WHERE template = 'order-received'`;
  expect(JSON.stringify(mail)).toContain(ACNE);
  expect(JSON.stringify(mail)).not.toContain(FORMER);
});
