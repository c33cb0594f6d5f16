import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { PRODUCT_COLUMNS } from "#app/catalogue/csv-columns.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { orders } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { SHOWN_POINT } from "../support/fake-sendcloud.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { sql, db } = shop;
await fillDemo(shop);
const admin = await shop.customer({ isAdmin: true });

const rowsOf = (text: string) =>
  parse<Record<string, string>>(text, {
    bom: true,
    columns: true,
    delimiter: ";",
    // As in Excel, every line end outside quotes ends a record. The parser throws on a wrong number of cells.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: false,
  });

test("the product export has one complete row per product, with formulas escaped for Excel", async () => {
  const id = await insertProduct(db, {
    name: "=1+1",
    price: 12,
    description: "@SUM(A1);\n« é »",
    specifications: [{ name: "Contenance", value: "50 ml" }],
    sellingType: "en Vedette",
  });
  const answer = await admin.get("/admin/produits.csv");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="produits.csv"');
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const content = new Uint8Array(await answer.arrayBuffer());
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(content);
  expect(text.split("\r\n")[0]).toBe(PRODUCT_COLUMNS.join(";"));
  const rows = rowsOf(text);
  const [{ count }] = (await sql`SELECT count(*)::int FROM products`) as unknown as [
    { count: number },
  ];
  expect(rows.length).toBe(count);
  const [path] = await sql`SELECT path FROM product_pictures WHERE product_id = ${id}`;
  expect(rows.find((row) => row["id"] === id)).toEqual({
    id,
    nom: "'=1+1",
    prix: "12",
    catégorie: "Soins de la peau",
    "type de vente": "en Vedette",
    description: "'@SUM(A1);\n« é »",
    composition: "",
    spécifications: "Contenance: 50 ml",
    "type de produit": "",
    "quantité nette": "",
    "durée après ouverture": "",
    "date de durabilité": "",
    précautions: "",
    "personne responsable": "",
    origine: "",
    poids: "",
    référence: "",
    "code EAN": "",
    tri: "",
    photos: `${shop.config.baseUrl}/media/${path!["path"]}`,
  });
});

test("the export applies the list's filters", async () => {
  const address = "/admin/produits?vente=en+Vedette&page=2";
  const link = /href="(\/admin\/produits\.csv[^"]*)"/.exec(await admin.read(address))![1]!;
  const rows = rowsOf(await admin.read(link.replaceAll("&amp;", "&")));
  const [{ count }] =
    (await sql`SELECT count(*)::int FROM products WHERE selling_type = 'en Vedette'`) as unknown as [
      { count: number },
    ];
  expect(rows.length).toBe(count);
  expect(new Set(rows.map((row) => row["type de vente"]))).toEqual(new Set(["en Vedette"]));
});

test("importing the unmodified export changes nothing", async () => {
  const file = await (await admin.get("/admin/produits.csv")).blob();
  const body = new FormData();
  body.set("intent", "check");
  body.set("file", file, "produits.csv");
  const checked = await admin.fetch("/admin/produits/importer", {
    method: "POST",
    body,
    headers: { origin: admin.url },
  });
  expect(checked.status).toBe(302);
  const [{ count }] = (await sql`SELECT count(*)::int FROM products`) as unknown as [
    { count: number },
  ];
  expect(count).toBeGreaterThan(48);
  const [found] =
    await sql`SELECT to_create, to_update, unchanged_count, faulty_count FROM product_imports`;
  expect(found).toEqual({ to_create: 0, to_update: 0, unchanged_count: count, faulty_count: 0 });
});

test("an export longer than one batch has every product exactly once", async () => {
  await sql`INSERT INTO products (id, name, price_cents, category)
    SELECT 'lot-' || n, 'lot ' || n, 100, 'Autres' FROM generate_series(1, 1200) AS n`;
  const rows = rowsOf(await admin.read("/admin/produits.csv"));
  const [{ count }] = (await sql`SELECT count(*)::int FROM products`) as unknown as [
    { count: number },
  ];
  expect(rows.length).toBe(count);
  expect(new Set(rows.map((row) => row["id"])).size).toBe(count);
});

test("the order export has the billing address, that of the delivery without another one", async () => {
  const customer = await shop.customer();
  const cream = await insertProduct(db, { name: "crème", price: 34 });
  const placed = await customer.post("/panier", orderForm([{ id: cream, qty: 1 }], 3_400));
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  const billed = async () => {
    const rows = rowsOf(await admin.read(`/admin/commandes.csv?recherche=${deliveryNumber(id)}`));
    return [rows[0]!["facturée à"], rows[0]!["adresse de facturation"], rows[0]!["adresse"]];
  };
  const [name, address, delivery] = await billed();
  expect([name, address]).toEqual(["Claire Aubry", delivery]);
  // As on the invoice: the address of a chosen relay point is not the buyer's.
  await db.update(orders).set({ relayPoint: SHOWN_POINT }).where(eq(orders.id, id));
  expect(await billed()).toEqual(["Claire Aubry", "", delivery]);
  await sql`UPDATE orders SET billing_name = 'Maison Aubry', billing_address = '1 place Bellecour' WHERE id = ${id}`;
  expect(await billed()).toEqual(["Maison Aubry", "1 place Bellecour", delivery]);
});

test("the order export has one row per order with all its fields", async () => {
  const customer = await shop.customer({ name: "Zoé" });
  const cream = await insertProduct(db, { name: "crème", price: 34 });
  const soap = await insertProduct(db, { name: "savon", price: 8 });
  const items = [
    { id: cream, qty: 2 },
    { id: soap, qty: 1 },
  ];
  const placed = await customer.post("/panier", orderForm(items, 7600, { name: "=Zoé" }));
  const orderId = placed.headers.get("location")!.split("/").at(-1)!;
  await sql`UPDATE orders SET created_at = '2026-07-01T22:30:00Z' WHERE id = ${orderId}`;
  const rows = rowsOf(await admin.read("/admin/commandes.csv"));
  expect(rows.length).toBeGreaterThan(20);
  const row = rows.find((order) => order["numéro"] === deliveryNumber(orderId));
  expect(row).toMatchObject({
    "passée le": "02/07/2026 00:30",
    client: "'=Zoé",
    "e-mail": customer.email,
    téléphone: "06 12 34 56 78",
    articles: "2 × crème (34\u00a0€)\n1 × savon (8\u00a0€)",
    "total en euros": "76",
    "facturée à": "'=Zoé",
    "adresse de facturation": expect.any(String),
    paiement: "Paiement securisé en ligne",
    payée: "non",
    "payée le": "",
    livrée: "non",
  });
  const numbers = async (search: string) =>
    rowsOf(await admin.read(`/admin/commandes.csv${search}`)).map((order) => order["numéro"]);
  expect(await numbers("?etat=non-livrees&recherche=%3Dzoe")).toEqual([deliveryNumber(orderId)]);
  expect(await numbers("?etat=livrees")).not.toContain(deliveryNumber(orderId));
  expect(await admin.read("/admin/commandes?etat=livrees&page=2")).toContain(
    'href="/admin/commandes.csv?etat=livrees"',
  );
});

test("exports are refused to customers and visitors", async () => {
  for (const browser of [await shop.customer(), shop.visitor()]) {
    for (const path of ["/admin/produits.csv", "/admin/commandes.csv"]) {
      const answer = await browser.get(path);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    }
  }
});
