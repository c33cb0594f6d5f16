import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { issueCreditNote, issueInvoice } from "#app/invoices/issue-invoice.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { orderForm } from "../support/catalogue.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

const folder = mkdtempSync(join(tmpdir(), "eclat-documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...names: string[]) => join(folder, ...names);
const reportFile = at("report.jsonl");
const options = { reportFile, merge: false, skipRefused: false, sendLinks: false };

type Document = Record<string, any>;
const read = (file: string): Document[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const write = (name: string, file: string, documents: unknown[]) => {
  mkdirSync(at(name), { recursive: true });
  writeFileSync(
    at(name, file),
    documents.map((document) => `${JSON.stringify(document)}\n`).join(""),
  );
};
/** Every file of a folder with its content's hash. */
const contents = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(root, name)).isFile())
    .sort()
    .map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(root, name)))
        .digest("hex"),
    ]);

/** Tables that are no part of what a shop takes along: passwords and sessions, work under way, what is derived. */
const LEFT = new Set([
  "migrations",
  "sessions",
  "credentials",
  "verifications",
  "limits",
  "account_uses",
  "uploads",
  "mails",
  "email_changes",
  "former_addresses",
  "imported_fields",
  "product_imports",
  "product_import_lines",
  "product_search",
  "search_words",
]);
/** Made again from the file. */
const DERIVED: Record<string, string[]> = {
  pictures: ["created_at", "has_renditions"],
  terms_versions: ["id", "created_at"],
};

/** Every row of every table, times in milliseconds, as documents tell them. */
async function rowsOf(sql: Sql): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`;
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    if (LEFT.has(name)) continue;
    const rows = await sql.unsafe(`SELECT * FROM ${name}`);
    all[name] = rows
      .map((row) => {
        for (const column of DERIVED[name] ?? []) delete row[column];
        return JSON.stringify(row).replace(
          /(:\d\d)(\.\d+)?\+00/g,
          (_, seconds: string, fraction = ".") => seconds + fraction.padEnd(4, "0").slice(0, 4),
        );
      })
      .sort();
  }
  return all;
}

const first = await openShop();
const second = await openShop();

test("the demo shop and what was done in it: out, into an empty shop, out again, byte for byte", async () => {
  await fillDemo(first);
  const customer = await first.customer({ name: "Zoë « d’ici »" });
  const [product] = await first.sql`SELECT id, price_cents FROM products ORDER BY id LIMIT 1`;
  await customer.post(`/favoris/${product!["id"]}`, { favourite: "1" });
  const placed = await customer.post(
    "/panier",
    orderForm([{ id: product!["id"], qty: 2 }], product!["price_cents"] * 2, {
      paymentMethod: "Paiement à la livraison",
    }),
  );
  expect(placed.status).toBe(302);
  const orderId = placed.headers.get("location")!.split("/").at(-1)!;
  await first.sql`
    INSERT INTO refunds (id, order_id, amount_cents, reason, state, requested_by)
    VALUES ('REMISE', ${orderId}, 150, 'Flacon fendu', 'done', ${customer.userId})`;
  await first.sql`INSERT INTO refund_lines VALUES ('REMISE', ${orderId}, 0, 1)`;
  await first.sql`
    UPDATE orders SET refunded_cents = 150, cancelled_at = now(), cancel_reason = 'Épuisé' WHERE id = ${orderId}`;
  await first.sql`
    INSERT INTO payment_breaks (id, order_id, kind, detail, resolved_at, resolved_by)
    VALUES ('ECART', ${orderId}, 'amount', '1 au lieu de 2', now(), ${customer.userId})`;
  await first.sql`UPDATE comments SET changed_at = now() WHERE id = (SELECT id FROM comments ORDER BY id LIMIT 1)`;
  await first.sql`UPDATE products SET updated_at = now(), version = 4, description = ${"a\nb \u2028 « é »"} WHERE id = ${product!["id"]}`;
  await recordActs(first.db, { id: customer.userId, name: "Zoë" }, [
    {
      act: "product-updated",
      subject: { type: "product", id: product!["id"], name: "essai" },
      changes: [{ field: "prix", before: "1 €", after: null }],
    },
  ]);

  const [invoice] = await first.sql`SELECT order_id FROM invoices ORDER BY number LIMIT 1`;
  await first.db.transaction((tx) =>
    issueCreditNote(tx, invoice!["order_id"], {
      refundId: "r1",
      amountCents: 100,
      reason: "article abîmé",
      lines: [],
    }),
  );

  await first.sql`
    INSERT INTO settings (name, version, value)
    VALUES ('mails', 3, '{"senderName": "Maison « d’ici »", "senderAddress": "", "note": "À bientôt"}')`;
  const out = await exportDocuments(first.db, first.storage, at("first"));
  expect(out).toMatchObject({ kind: "exported", missing: [] });
  expect(await exportDocuments(first.db, first.storage, at("first"))).toEqual({
    kind: "not-empty",
  });
  const brought = await importDocuments(second.db, second.jobs, second.storage, {
    ...options,
    folder: at("first"),
  });
  expect(brought).toMatchObject({ kind: "imported", remarks: { refused: 0, noted: 0 } });
  await exportDocuments(second.db, second.storage, at("second"));
  expect(contents(at("second"))).toEqual(contents(at("first")));
  expect(contents(at("first")).length).toBeGreaterThan(50);
});

test("nothing of any table is lost on the way", async () => {
  const [before, after] = [await rowsOf(first.sql), await rowsOf(second.sql)];
  expect(Object.keys(before).length).toBeGreaterThan(9);
  for (const [table, rows] of Object.entries(before)) {
    expect(
      rows.length,
      `${table}: bring it into the documents, or name it in LEFT`,
    ).toBeGreaterThan(0);
    expect(after[table], table).toEqual(rows);
  }
});

test("the documents are spelt as specification §3 spells them", async () => {
  const keys = (file: string) =>
    Object.keys(read(at("first", file))[0]!).filter((key) => key !== "eclat");
  const product = [
    "id",
    "uid",
    "name",
    "price",
    "composition",
    "category",
    "description",
    "spcifications",
    "createdAt",
    "updatedAt",
    "galleries",
    "comments",
    "rating",
    "sellingTypes",
    "favori",
  ];
  expect(keys("products.jsonl")).toEqual(product);
  expect(keys("favorites.jsonl")).toEqual(product);
  expect(keys("orders.jsonl")).toEqual([
    "id",
    "uid",
    "cartItems",
    "totalPrice",
    "shippingMethode",
    "shippingAddresse",
    "phoneNumber",
    "payementMethode",
    "shippingPeriod",
    "customName",
    "isPaid",
    "email_address",
    "createdAt",
    "isShipped",
  ]);
  expect(keys("messages.jsonl")).toEqual([
    "id",
    "title",
    "message",
    "isRead",
    "email",
    "campany",
    "name",
    "phoneNumber",
  ]);
  expect(keys("users.jsonl")).toEqual([
    "uid",
    "name",
    "dateDeNaissance",
    "phone",
    "email",
    "photo",
    "isAdmin",
  ]);
  expect(keys("auth.jsonl")).toEqual(["uid", "displayName", "email"]);

  const products = read(at("first", "products.jsonl"));
  const commented = products.find(({ comments }) => comments.length > 0)!;
  expect(Object.keys(commented["comments"][0])).toEqual([
    "rate",
    "text",
    "uid",
    "profil",
    "name",
    "createdAt",
  ]);
  expect(commented["price"]).toMatch(/^\d+$/);
  expect(commented["createdAt"]).toBeTypeOf("number");
  expect(products.map(({ updatedAt }) => typeof updatedAt)).toContain("string");
  expect(products.find(({ eclat }) => eclat.version === 4)!["updatedAt"]).toBeTypeOf("number");
  expect(Object.keys(commented["spcifications"][0])).toEqual(["value", "name"]);
  expect(Object.keys(read(at("first", "orders.jsonl"))[0]!["cartItems"][0])).toEqual([
    "name",
    "id",
    "image",
    "price",
    "qty",
  ]);
  const liked = products.find(({ favori }) => favori.length > 0)!;
  expect(
    read(at("first", "favorites.jsonl"))
      .filter(({ id }) => id === liked["id"])
      .map(({ uid }) => uid)
      .sort(),
  ).toEqual(liked["favori"]);
  for (const address of commented["galleries"])
    expect(statSync(at("first", address)).size).toBeGreaterThan(0);
  expect(readFileSync(at("first", "auth.jsonl"), "utf8")).not.toMatch(/password/i);
});

/** A shop of a hosted document database: its own ids, addresses, habits, and what this shop doesn't know. */
const uid = "Kq3vTz8LmNc0PxR5sWyB2dFgHjA1";
const storageUrl = (path: string) =>
  `https://firebasestorage.googleapis.com/v0/b/shop.appspot.com/o/${encodeURIComponent(path)}?alt=media&token=1`;
const foreignProduct = {
  id: "aB3dEf7hIjKlMnOpQrSt",
  uid,
  name: "Crème de Nuit",
  price: "34",
  composition: "Aqua",
  category: "Soins de la peau",
  description: "Pour la nuit",
  spcifications: [{ value: "50 ml", name: "Contenance" }],
  createdAt: 1_708_300_000_000,
  updatedAt: "",
  rating: "4.5",
  sellingTypes: "en Vedette",
  favori: [uid, "parti"],
  galleries: [
    storageUrl(`images/${uid}/creme de nuit.png`),
    storageUrl(`images/${uid}/perdue.png`),
    storageUrl(`images/${uid}/dessin.svg`),
  ],
  comments: [
    { rate: 5, text: "Parfaite", uid, profil: "", name: "Claire", createdAt: 1_708_400_000_000 },
    {
      rate: "4",
      text: "Bien",
      uid: "parti",
      profil: "https://x.fr/p.jpg",
      name: "Paul",
      createdAt: { seconds: 1_708_500_000, nanoseconds: 5e8 },
    },
  ],
  stock: { depot: 12 },
};
const foreignOrder = {
  id: "Zy9xWvUtSrQpOnMlKjIh",
  uid,
  totalPrice: 68,
  shippingMethode: "Point de relais",
  cartItems: [
    {
      name: "crème de nuit",
      id: foreignProduct.id,
      image: foreignProduct.galleries[0],
      price: "34",
      qty: 2,
    },
  ],
  shippingAddresse: "14 rue des Lilas",
  phoneNumber: "33612345678",
  payementMethode: "Paiement securisé en ligne",
  shippingPeriod: "Entre le 19 février 2024 et le 23 février 2024",
  customName: "Claire Aubry",
  isPaid: true,
  email_address: "claire@paypal.fr",
  createdAt: 1_708_350_000_000,
  isShipped: false,
};

async function writeForeign(name: string): Promise<void> {
  write(name, "auth.jsonl", [{ uid, displayName: "Claire", email: "Claire@Exemple.fr" }]);
  write(name, "users.jsonl", [
    {
      name: "Claire Aubry",
      dateDeNaissance: "31/05/1990",
      phone: "",
      email: "claire@exemple.fr",
      photo: "",
      isAdmin: true,
      uid,
    },
    {
      uid: "sansCompte",
      name: "Anne",
      dateDeNaissance: "",
      phone: "",
      email: "anne@exemple.fr",
      photo: "",
      isAdmin: false,
    },
  ]);
  write(name, "products.jsonl", [foreignProduct]);
  write(name, "favorites.jsonl", [{ ...foreignProduct, uid, stock: undefined }]);
  write(name, "orders.jsonl", [foreignOrder]);
  write(name, "messages.jsonl", [
    {
      id: foreignOrder.id,
      title: "Commande",
      message: "payée",
      isRead: false,
      email: "",
      campany: "",
      name: "",
      phoneNumber: "",
    },
    {
      id: "m1",
      title: "Bonjour",
      message: "…",
      isRead: true,
      email: "a@b.fr",
      campany: "Alba",
      name: "Anne",
      phoneNumber: "1",
    },
  ]);
  write(name, "promotions.jsonl", [{ id: "p" }]);
  mkdirSync(at(name, "files", "images", uid), { recursive: true });
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "#7a2340" } });
  await picture.png().toFile(at(name, "files", "images", uid, "creme de nuit.png"));
  writeFileSync(
    at(name, "files", "images", uid, "dessin.svg"),
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
  );
}

test("a shop of a hosted database moves in: foreign ids, its pictures, its delivery numbers; what it alone knows is kept and said", async () => {
  await writeForeign("foreign");
  const shop = await openShop();
  const outcome = await importDocuments(shop.db, shop.jobs, shop.storage, {
    ...options,
    folder: at("foreign"),
  });
  expect(outcome).toMatchObject({ kind: "imported", pictures: 1, remarks: { refused: 0 } });
  const remarks = read(reportFile);
  const said = (file: string, field: string) =>
    remarks.find((remark) => remark["file"] === file && remark["field"] === field)?.["reason"];
  expect(said("products.jsonl", "stock")).toContain("garde");
  const pictures = remarks.filter(({ field }) => field === "galleries");
  expect(pictures.map(({ reason }) => reason.split("%2F").at(-1))).toEqual([
    "perdue.png?alt=media&token=1",
    "dessin.svg?alt=media&token=1",
  ]);
  expect(said("products.jsonl", "favori")).toContain("parti");
  expect(said("products.jsonl", "comments")).toContain("parti");
  expect(said("users.jsonl", "email")).toContain("auth.jsonl");
  expect(said("promotions.jsonl", "")).toBeTruthy();

  const [order] =
    await shop.sql`SELECT id, customer_id, shipping_from::text, shipping_until::text, is_paid FROM orders`;
  expect(order).toMatchObject({
    customer_id: uid,
    shipping_from: "2024-02-19",
    shipping_until: "2024-02-23",
    is_paid: true,
  });
  expect(deliveryNumber(order!["id"])).toBe("000000QPONMLKJIH");
  const [notice] = await shop.sql`SELECT id FROM messages WHERE title = 'Commande'`;
  expect(notice!["id"]).toBe(order!["id"]);
  const visitor = shop.visitor();
  const page = await visitor.read(`/produit/${foreignProduct.id}`);
  expect(page).toContain("Crème de nuit");
  const address = /\/media\/images\/[\w/]+\.jpg/.exec(page)![0];
  expect((await visitor.get(address)).status).toBe(200);
  const renditions = await shop.jobs.boss.fetch<{ path: string }>("make-renditions");
  expect(renditions.map(({ data }) => `/media/${data.path}`)).toEqual([address]);
  expect(page).not.toContain(uid);
  const [acts] =
    await shop.sql`SELECT count(*)::int FROM audit_events WHERE act = 'admin-granted' AND subject_id = ${uid}`;
  expect(acts!["count"]).toBe(1);

  await exportDocuments(shop.db, shop.storage, at("foreign-out"));
  const product = read(at("foreign-out", "products.jsonl"))[0]!;
  expect(product).toMatchObject({
    id: foreignProduct.id,
    uid,
    price: "34",
    stock: { depot: 12 },
    rating: 4.5,
    favori: [uid],
  });
  expect(product["comments"][1]).toMatchObject({
    uid: "parti",
    name: "Paul",
    profil: "https://x.fr/p.jpg",
    rate: 4,
    createdAt: 1_708_500_000_500,
  });
  expect(product["eclat"].kept).toMatchObject({
    galleries: foreignProduct.galleries,
    favori: [uid, "parti"],
    name: "Crème de Nuit",
  });
  expect(read(at("foreign-out", "orders.jsonl"))[0]).toMatchObject({
    id: foreignOrder.id,
    totalPrice: 68,
    cartItems: [{ price: 34, qty: 2 }],
  });
  expect(
    read(at("foreign-out", "messages.jsonl"))
      .map(({ id }) => id)
      .sort(),
  ).toEqual([foreignOrder.id, "m1"].sort());

  const again = await openShop();
  const back = await importDocuments(again.db, again.jobs, again.storage, {
    ...options,
    folder: at("foreign-out"),
  });
  expect(back).toMatchObject({ kind: "imported", remarks: { refused: 0 } });
  await exportDocuments(again.db, again.storage, at("foreign-again"));
  expect(contents(at("foreign-again"))).toEqual(contents(at("foreign-out")));
});

test("a document that cannot enter keeps all of them out, each with its line, field and reason", async () => {
  await writeForeign("broken");
  write("broken", "products.jsonl", [
    foreignProduct,
    { ...foreignProduct, id: "p2", price: "12,50 €", category: "Jardin" },
    { ...foreignProduct, id: "p3", eclat: { tomorrow: 1 } },
    foreignProduct,
    [],
    { ...foreignProduct, id: "p6", note: { "\0": 1 } },
    { ...foreignProduct, id: "p7", note: ["\ud83d"] },
  ]);
  write("broken", "orders.jsonl", [
    { ...foreignOrder, totalPrice: 12 },
    { ...foreignOrder, id: "o2", cartItems: [] },
    { ...foreignOrder, id: "o3" },
  ]);
  write("broken", "favorites.jsonl", [
    { id: "jamais", uid },
    { id: foreignProduct.id, uid: "parti" },
  ]);
  write("broken", "auth.jsonl", [
    { uid, displayName: "Claire", email: "claire@exemple.fr" },
    { uid: "u2", displayName: "Claire", email: "CLAIRE@exemple.fr" },
    { uid: "u3", displayName: "Claire", email: "pas une adresse" },
  ]);
  const shop = await openShop();
  const outcome = await importDocuments(shop.db, shop.jobs, shop.storage, {
    ...options,
    folder: at("broken"),
  });
  expect(outcome).toMatchObject({ kind: "refused", pictures: 0 });
  const refused = read(reportFile).filter(({ kind }) => kind === "refused");
  expect(refused.map(({ file, line, field }) => `${file}:${line} ${field}`)).toEqual([
    "auth.jsonl:3 email",
    "auth.jsonl:2 email",
    "products.jsonl:2 price",
    "products.jsonl:3 eclat",
    "products.jsonl:4 ",
    "products.jsonl:5 ",
    "products.jsonl:6 ",
    "products.jsonl:7 ",
    "favorites.jsonl:1 id",
    "favorites.jsonl:2 uid",
    "orders.jsonl:2 cartItems",
    "orders.jsonl:1 totalPrice",
  ]);
  expect(refused[2]!["reason"]).toContain("category");
  // Every shop keeps the terms of sale that it starts with.
  const { terms_versions: terms, ...others } = await rowsOf(shop.sql);
  expect(terms).toHaveLength(1);
  expect(Object.values(others).flat()).toEqual([]);

  const skipped = await importDocuments(shop.db, shop.jobs, shop.storage, {
    ...options,
    folder: at("broken"),
    skipRefused: true,
  });
  expect(skipped).toMatchObject({
    kind: "imported",
    counts: {
      products: { read: 7, added: 1 },
      orders: { read: 3, added: 1 },
      auth: { read: 3, added: 1 },
    },
  });
});

test("numbers of invoices stay what they were: the next one follows, and nobody takes one twice", async () => {
  const orders = read(at("first", "orders.jsonl"));
  const invoiced = orders.findIndex(({ eclat }) => eclat.invoices.length > 0);
  const { number } = orders[invoiced]!["eclat"].invoices[0];
  const next = await second.db.transaction(async (tx) => {
    const [order] = await second.sql`
      UPDATE orders SET is_paid = true, paid_at = now()
      WHERE id = (SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM invoices) AND payment_method LIKE '%ligne' LIMIT 1)
      RETURNING id`;
    return issueInvoice(tx, order!["id"], second.settings.current().shop);
  });
  const sequenceOf = (name: string) => Number(name.slice(7));
  const ofYear = orders
    .flatMap(({ eclat }) => eclat.invoices.map((invoice: Document) => invoice["number"]))
    .filter((name) => name.startsWith(next.number.slice(0, 7)));
  expect(sequenceOf(next.number)).toBe(Math.max(0, ...ofYear.map(sequenceOf)) + 1);

  const twice = { ...orders[invoiced]!, id: "01JZZZZZZZZZZZZZZZZZZZZZZZ" };
  const wrong = structuredClone(orders[invoiced]!);
  wrong["id"] = "01JZZZZZZZZZZZZZZZZZZZZZZY";
  wrong["eclat"].invoices[0].snapshot.lines[0].unitPriceCents = -1_000_000;
  write("numbers", "orders.jsonl", [twice, wrong]);
  const outcome = await importDocuments(second.db, second.jobs, second.storage, {
    ...options,
    folder: at("numbers"),
    merge: true,
  });
  expect(outcome).toMatchObject({ kind: "refused", remarks: { refused: 2 } });
  const reasons = read(reportFile).filter(({ kind }) => kind === "refused");
  expect(reasons.map(({ reason }) => reason).join()).toContain(
    `${number} est déjà d’une autre commande`,
  );
  expect(reasons.map(({ reason }) => reason).join()).toContain("une facture a un montant positif");
});

test("imported customers get a link by mail, when it is asked for, and sign in with the password they choose", async () => {
  await writeForeign("invited");
  const shop = await openShop();
  const folder = at("invited");
  await importDocuments(shop.db, shop.jobs, shop.storage, { ...options, folder, sendLinks: true });
  await sendAllMails(shop);
  for (const email of ["claire@exemple.fr", "anne@exemple.fr"]) {
    const [mail, ...others] = await writtenMails(shop.config.dataDir, email);
    expect(others).toEqual([]);
    const password = "Mot-choisi-3";
    const link = linkIn(mail!, "/nouveau-mot-de-passe");
    await shop.visitor().post(link, { password, confirmation: password });
    const signedIn = await shop.visitor().post("/connexion", { email, password });
    expect(signedIn.status).toBe(302);
  }
});

test("only an empty shop is imported into, unless it is said; then what is there stays", async () => {
  await writeForeign("merged");
  const shop = await openShop();
  expect(
    await importDocuments(shop.db, shop.jobs, shop.storage, { ...options, folder: at("nowhere") }),
  ).toEqual({ kind: "no-documents" });
  const customer = await shop.customer();
  expect(
    await importDocuments(shop.db, shop.jobs, shop.storage, { ...options, folder: at("merged") }),
  ).toEqual({ kind: "not-empty" });
  const merge = { ...options, folder: at("merged"), merge: true };
  expect(await importDocuments(shop.db, shop.jobs, shop.storage, merge)).toMatchObject({
    kind: "imported",
    counts: { products: { added: 1 }, orders: { added: 1 } },
  });
  await shop.sql`UPDATE products SET price_cents = 9900`;
  await shop.sql`UPDATE profiles SET name = 'Autre' WHERE user_id = ${uid}`;
  expect(await importDocuments(shop.db, shop.jobs, shop.storage, merge)).toMatchObject({
    kind: "imported",
    remarks: { refused: 0 },
    counts: {
      auth: { added: 0 },
      users: { added: 0 },
      products: { added: 0 },
      orders: { added: 0 },
      messages: { added: 0 },
    },
  });
  const [product] = await shop.sql`SELECT price_cents FROM products`;
  expect(product!["price_cents"]).toBe(9900);
  const [profile] = await shop.sql`SELECT name FROM profiles WHERE user_id = ${uid}`;
  expect(profile!["name"]).toBe("Autre");
  expect((await customer.get("/admin/my-orders")).status).toBe(200);
});
