import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { products } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openImports } from "../support/product-import.ts";
import { textOf } from "../support/text-of.ts";

const VALUE = "Produits de traitement de l'acné";
const LABEL = "Soins pour peaux à imperfections";
const { shop, db, sql, admin, check, act, idOf } = await openImports();
const visitor = shop.visitor();
const address = `/boutique?${new URLSearchParams({ categorie: VALUE })}`;
const id = await insertProduct(db, { name: "gel zinc", price: 12, category: VALUE });
await insertProduct(db, { name: "savon neutre", price: 5, category: "Autres" });

/** What people read of a page: its texts, title and structured data, without addresses and values of fields. */
const readable = (html: string) =>
  textOf(html) + [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].join();

test("visitors and administrators read the label; address, filter and CSV keep the value", async () => {
  for (const path of ["/", "/boutique", address, `/produit/${id}`]) {
    const html = await visitor.read(path);
    expect(readable(html), path).toContain(LABEL);
    expect(readable(html), path).not.toContain("acné");
  }
  const shopPage = await visitor.read(address);
  expect(shopPage).toContain(`<title>${LABEL}`);
  expect(shopPage).toMatch(
    /<input[^>]*checked=""[^>]*value="Produits de traitement de l&#x27;acné"/,
  );
  expect(textOf(shopPage)).toContain("Gel zinc");
  expect(textOf(shopPage)).not.toContain("Savon neutre");
  for (const path of ["/admin/produits", `/admin/edict-product/${id}`, "/admin/new/product"]) {
    const html = await admin.read(path);
    expect(readable(html), path).toContain(LABEL);
    expect(readable(html), path).not.toContain("acné");
  }
  expect(await admin.read("/admin/produits.csv")).toContain(VALUE);
});

test.each([
  VALUE,
  "acné",
  "traitement acne",
  LABEL,
  "soins pour peaux a imperfections",
  "imperfections",
])("a search for « %s » finds the category's products", async (keyword) => {
  const query = new URLSearchParams({ keyword });
  expect(await visitor.read(`/recherche/?${query}`)).toContain(`/produit/${id}`);
  const suggested = await visitor.fetch(`/recherche/suggestions?${query}`);
  const { categories } = (await suggested.json()) as { categories: { category: string }[] };
  expect(categories.map(({ category }) => category)).toEqual([VALUE]);
});

test("an import accepts value and label; the history has the label", async () => {
  const file = `nom;prix;catégorie\nsavon neutre;5;${LABEL}\ngel vert;5;${VALUE}\ngel bleu;5;SOINS POUR PEAUX A IMPERFECTIONS\n`;
  const report = await check(file);
  expect(textOf(await admin.read(report))).toContain(`Autres → après ${LABEL}`);
  await act("start", idOf(report));
  await runImport(db, idOf(report));
  const stored = await db.select().from(products).where(eq(products.category, VALUE));
  expect(stored.map(({ name }) => name).toSorted()).toEqual([
    "gel bleu",
    "gel vert",
    "gel zinc",
    "savon neutre",
  ]);
});

test("the mail of an order names the label", async () => {
  const customer = await shop.customer();
  const placed = await customer.post("/panier", orderForm([{ id, qty: 1 }], 1_200));
  expect(placed.status).toBe(302);
  const [mail] = await sql`SELECT props FROM mails WHERE template = 'order-received'`;
  expect(JSON.stringify(mail)).toContain(LABEL);
  expect(JSON.stringify(mail)).not.toContain("acné");
});
