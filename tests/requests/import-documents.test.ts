import { describe, expect, test } from "vitest";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { hashesOf, openDocumentsFolder, readDocuments, rowsOf } from "../support/documents.ts";
import { foreignOrder, foreignProduct, uid, writeForeign } from "../support/foreign-documents.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

const documents = openDocumentsFolder();
const { at, options, reportFile, write } = documents;

test("documents of a hosted database are imported with their ids, pictures and delivery numbers; unknown fields are kept and reported", async () => {
  await writeForeign(documents, "foreign");
  const shop = await openShop();
  const outcome = await importDocuments(shop.db, shop.jobs, shop.storage, {
    ...options,
    folder: at("foreign"),
  });
  expect(outcome).toMatchObject({ kind: "imported", pictures: 1, remarks: { refused: 0 } });
  const remarks = readDocuments(reportFile);
  const reasonOf = (file: string, field: string) =>
    remarks.find((remark) => remark["file"] === file && remark["field"] === field)?.["reason"];
  expect(reasonOf("products.jsonl", "stock")).toContain("garde");
  const pictures = remarks.filter(({ field }) => field === "galleries");
  expect(pictures.map(({ reason }) => reason.split("%2F").at(-1))).toEqual([
    "perdue.png?alt=media&token=1",
    "dessin.svg?alt=media&token=1",
  ]);
  expect(reasonOf("products.jsonl", "favori")).toContain("parti");
  expect(reasonOf("products.jsonl", "comments")).toContain("parti");
  expect(reasonOf("users.jsonl", "email")).toContain("auth.jsonl");
  expect(reasonOf("promotions.jsonl", "")).toBeTruthy();

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
  const product = readDocuments(at("foreign-out", "products.jsonl"))[0]!;
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
  expect(readDocuments(at("foreign-out", "orders.jsonl"))[0]).toMatchObject({
    id: foreignOrder.id,
    totalPrice: 68,
    cartItems: [{ price: 34, qty: 2 }],
  });
  expect(
    readDocuments(at("foreign-out", "messages.jsonl"))
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
  expect(hashesOf(at("foreign-again"))).toEqual(hashesOf(at("foreign-out")));
});

describe("an order that contradicts itself or the calendar is refused, with its field and a sentence", async () => {
  const at2024 = foreignOrder.createdAt;
  const lot = { position: 0, lot: "L42", bestBefore: null, qty: 1, recordedAt: at2024 };
  const refund = {
    id: "01M4KX26BJH23CKX40RRR00001",
    paymentId: null,
    amount: 10,
    reason: "x",
    state: "done",
    providerRefundId: null,
    detail: null,
    uid: null,
    lines: [],
    createdAt: at2024,
    updatedAt: at2024,
  };
  const line = { position: 0, qty: 1 };
  const tomorrow = Date.now() + 2 * 86_400_000;
  const shop = await openShop();
  test.for([
    [{ eclat: { lots: [{ ...lot, bestBefore: "9999-99" }] } }, "eclat.lots.0.bestBefore", "mois"],
    [{ eclat: { lots: [{ ...lot, bestBefore: "2027-13" }] } }, "eclat.lots.0.bestBefore", "mois"],
    [
      { eclat: { lots: [{ ...lot, bestBefore: "2027-02-30" }] } },
      "eclat.lots.0.bestBefore",
      "jour",
    ],
    [{ eclat: { lots: [{ ...lot, qty: 99 }] } }, "eclat.lots.0.qty", "dépasse la ligne"],
    [
      { eclat: { lots: [lot, { ...lot, lot: "L43", qty: 2 }] } },
      "eclat.lots.1.qty",
      "dépasse la ligne",
    ],
    [{ eclat: { lots: [{ ...lot, position: 7 }] } }, "eclat.lots.0.position", "pas de ligne 7"],
    [{ eclat: { lots: [lot, lot] } }, "eclat.lots.1.lot", "y est deux fois"],
    [{ eclat: { refunds: [{ ...refund, amount: 70 }] } }, "eclat.refunds.0.amount", "dépasse"],
    [
      { eclat: { refunds: [refund, { ...refund, id: "second", amount: 60 }] } },
      "eclat.refunds.1.amount",
      "dépasse",
    ],
    [{ eclat: { refunds: [{ ...refund, amount: 0 }] } }, "eclat.refunds.0.amount", "est nul"],
    [{ isPaid: false, eclat: { refunds: [refund] } }, "eclat.refunds.0", "ni payée ni livrée"],
    [
      { eclat: { refunds: [{ ...refund, lines: [{ ...line, position: 3 }] }] } },
      "eclat.refunds.0.lines",
      "pas de ligne 3",
    ],
    [
      { eclat: { refunds: [{ ...refund, lines: [line, line] }] } },
      "eclat.refunds.0.lines",
      "y est deux fois",
    ],
    [
      { isShipped: true, eclat: { cancelledAt: at2024, cancelReason: "x" } },
      "eclat.cancelledAt",
      "ne s’annule pas",
    ],
    [{ createdAt: 946_684_799_999 }, "createdAt", "est avant l’an 2000"],
    [{ createdAt: tomorrow }, "createdAt", "est à venir"],
    [{ eclat: { paidAt: 253_402_300_799_000 } }, "eclat.paidAt", "est à venir"],
  ] as const)("%j", async ([fields, field, reason]) => {
    const { db, jobs, storage, sql } = shop;
    write("refused", "orders.jsonl", [{ ...foreignOrder, ...fields }]);
    const folder = at("refused");
    const outcome = await importDocuments(db, jobs, storage, { ...options, folder });
    expect(outcome).toMatchObject({
      kind: "refused",
      first: { refused: [{ id: foreignOrder.id, field, reason: expect.stringContaining(reason) }] },
    });
    expect([...(await sql`SELECT FROM orders`)]).toEqual([]);
  });
});

test("the lots of imported orders are stored as typed ones are; two spellings of a lot are one", async () => {
  await writeForeign(documents, "lots");
  const lot = (name: string) => ({
    position: 0,
    lot: name,
    bestBefore: null,
    qty: 1,
    recordedAt: foreignOrder.createdAt,
  });
  const order = (lots: unknown[]) => [{ ...foreignOrder, eclat: { lots } }];
  const shop = await openShop();
  const imported = () =>
    importDocuments(shop.db, shop.jobs, shop.storage, { ...options, folder: at("lots") });
  write("lots", "orders.jsonl", order([lot("\u200b")]));
  expect(await imported()).toMatchObject({ kind: "refused" });
  write("lots", "orders.jsonl", order([lot("l42\u200b"), lot("Ｌ42")]));
  expect(await imported()).toMatchObject({ kind: "imported", remarks: { refused: 0 } });
  expect([...(await shop.sql`SELECT lot, quantity FROM order_lots`)]).toEqual([
    { lot: "L42", quantity: 2 },
  ]);
});

test("one invalid document prevents the whole import; the report has line, field and reason of each", async () => {
  await writeForeign(documents, "broken");
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
  const refused = readDocuments(reportFile).filter(({ kind }) => kind === "refused");
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

test("with `sendLinks`, imported customers get a password link by mail and can sign in with the new password", async () => {
  await writeForeign(documents, "invited");
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

test("an import into a non-empty shop requires `merge` and leaves existing rows unchanged", async () => {
  await writeForeign(documents, "merged");
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
