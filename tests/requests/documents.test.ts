import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { findFault } from "#app/fiscal/fiscal-journal.server.ts";
import { issueCreditNote } from "#app/invoices/issue-invoice.server.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { orderForm } from "../support/catalogue.ts";
import {
  hashesOf,
  openDocumentsFolder,
  readDocuments,
  rowsOf,
  type Document,
} from "../support/documents.ts";
import { invoiceFor } from "../support/invoice-for.ts";
import { openShop } from "../support/shop.ts";

const { at, options, reportFile, write } = openDocumentsFolder();
const first = await openShop();
const second = await openShop();

test("export, import into an empty shop and a second export give identical files", async () => {
  await fillDemo(first);
  const customer = await first.customer({ name: "Zoë « d’ici »" });
  const [product] = await first.sql`SELECT id, price_cents FROM products ORDER BY id LIMIT 1`;
  await customer.post(`/favoris/${product!["id"]}`, { favourite: "1" });
  const placed = await customer.post(
    "/panier",
    orderForm([{ id: product!["id"], qty: 2 }], product!["price_cents"] * 2, {
      paymentMethod: "Paiement à la livraison",
      shippingMethod: "Livraison à domicile",
      billing: "1",
      billingName: "Aubry « & » fils",
      billingAddress: "2 quai Perdu\n69002 Lyon",
      billingCompany: "Aubry SARL",
      billingSiren: "123456782",
      billingVatNumber: "FR11123456782",
    }),
  );
  expect(placed.status).toBe(302);
  const orderId = placed.headers.get("location")!.split("/").at(-1)!;
  // Without an account: its `uid` is empty.
  const email = "sans-compte@exemple.fr";
  const item = [{ id: product!["id"], qty: 1 }];
  await first.visitor().post("/panier", orderForm(item, product!["price_cents"], { email }));
  await first.sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE order_lines SET reduction_cents = 101 WHERE order_id = ${orderId}`;
    await tx`
      UPDATE orders SET total_cents = total_cents + 490 - 90 - 101, delivery_cents = 490, delivery_reduction_cents = 90,
        standard_delivery_cents = 350, reduction_name = 'NOËL « 10 »' WHERE id = ${orderId}`;
  });
  await first.sql`
    INSERT INTO refunds (id, order_id, amount_cents, delivery_cents, gesture_cents, reason, state, requested_by)
    VALUES ('REMISE', ${orderId}, 150, 50, 20, 'Flacon fendu', 'done', ${customer.userId})`;
  await first.sql`INSERT INTO refund_lines VALUES ('REMISE', ${orderId}, 0, 1)`;
  await first.sql`
    UPDATE orders SET is_paid = true, paid_at = now(), refunded_cents = 150, cancelled_at = now(), cancel_reason = 'Épuisé',
      late_noticed_at = now(), late_until = '2026-12-02' WHERE id = ${orderId}`;
  const relayPoint = {
    id: "330001",
    carrier: "mondial_relay",
    name: "Tabac « du Port »",
    street: "12 quai",
    postalCode: "33000",
    city: "Bordeaux",
    country: "FR",
    hours: ["09:00 - 12:00", "", "", "", "", "", ""],
  };
  await first.sql`UPDATE orders SET relay_point = ${relayPoint} WHERE id = ${orderId}`;
  await first.sql`
    INSERT INTO order_lots (order_id, position, lot, product_id, best_before, quantity)
    VALUES (${orderId}, 0, 'L42', ${product!["id"]}, '2031-06', 1), (${orderId}, 0, 'L « 43 »', ${product!["id"]}, NULL, 1)`;
  await first.sql`
    INSERT INTO payment_breaks (id, order_id, kind, detail, resolved_at, resolved_by)
    VALUES ('ECART', ${orderId}, 'amount', '1 au lieu de 2', now(), ${customer.userId})`;
  await first.sql`UPDATE comments SET changed_at = now() WHERE id = (SELECT id FROM comments ORDER BY id LIMIT 1)`;
  await first.sql`INSERT INTO families (id, name, kind, version) VALUES ('01J0FAMILLE000000000000001', 'Rouge « mat »', 'teinte', 3)`;
  await first.sql`
    INSERT INTO family_members (product_id, family_id, position, label, colour)
    SELECT id, '01J0FAMILLE000000000000001', row_number() OVER (ORDER BY id DESC) - 1, 'Teinte ' || id,
      CASE WHEN id = ${product!["id"]} THEN '#C08080' END
    FROM (SELECT id FROM products ORDER BY id LIMIT 3) AS few`;
  const [hidden, tried, kept] =
    await first.sql`SELECT id, product_id FROM comments ORDER BY id DESC LIMIT 3`;
  await first.sql`UPDATE comments SET hidden_at = now(), hidden_reason = 'Injure', experienced_on = '2026-10-01' WHERE id = ${hidden!["id"]}`;
  await first.sql`UPDATE comments SET experienced_on = '2026-10-02' WHERE id = ${tried!["id"]}`;
  await first.sql`UPDATE comments SET was_bought = true, received_on = '2026-10-03' WHERE id = ${kept!["id"]}`;
  await first.sql`
    INSERT INTO review_reports (id, comment_id, product_id, product_name, reason, explanation, name, email, decision, decision_reason, decided_at)
    VALUES ('R1', ${hidden!["id"]}, ${hidden!["product_id"]}, 'essai', 'fake', 'Faux', 'Zoë', 'zoe@exemple.fr', 'hidden', 'Injure', now()),
      ('R2', NULL, 'parti', 'essai', 'other', 'Autre', 'Zoë', 'zoe@exemple.fr', NULL, NULL, NULL)`;
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
  await first.sql`
    INSERT INTO withdrawals (id, order_id, order_number, name, email, articles, lines)
    VALUES ('01KAAAAAAAAAAAAAAAAAAAAAAA', ${orderId}, upper(substr(${orderId}, 11)), 'Zoë', 'zoe@exemple.fr', '1 × Crème',
        '[{"position": 0, "quantity": 1}]'),
      ('01KBBBBBBBBBBBBBBBBBBBBBBB', NULL, '7Q2M7Q2M7Q2M7Q2M', 'Zoë', 'zoe@exemple.fr', '', NULL)`;
  await first.sql`
    INSERT INTO withdrawals (id, order_id, order_number, name, email, repeat, for_late_delivery)
    VALUES ('01KCCCCCCCCCCCCCCCCCCCCCCC', ${orderId}, upper(substr(${orderId}, 11)), 'Zoë', 'zoe@exemple.fr', 1, true)`;
  await first.sql`
    INSERT INTO withdrawal_endings (withdrawal_id, reason)
    VALUES ('01KBBBBBBBBBBBBBBBBBBBBBBB', 'Aucune commande n’a « ce » numéro.')`;
  await first.sql`UPDATE orders SET email_confirmed_at = '2026-11-25 10:00+01', joined_from = 'zoe@exemple.fr' WHERE id = ${orderId}`;
  await first.sql`UPDATE orders SET disowned_at = '2026-11-25 10:00+01' WHERE guest_email IS NOT NULL`;
  const out = await exportDocuments(first.db, first.storage, at("first"));
  expect(out).toMatchObject({ kind: "exported", missing: [] });
  expect(
    readDocuments(at("first", "orders.jsonl")).find(({ eclat }) => "guest" in (eclat as object)),
  ).toMatchObject({
    uid: "",
    eclat: { guest: { email, linkVersion: 1, linkAt: expect.any(Number) } },
  });
  expect(await exportDocuments(first.db, first.storage, at("first"))).toEqual({
    kind: "not-empty",
  });
  const imported = await importDocuments(second.db, second.jobs, second.storage, {
    ...options,
    folder: at("first"),
  });
  expect(imported).toMatchObject({ kind: "imported", remarks: { refused: 0, noted: 0 } });
  // The imported shop begins a journal of payments of its own.
  const journaled = (shop: typeof first) => shop.sql`
    SELECT order_id, refund_id, document, amount_cents, date_trunc('minute', happened_at) AS minute
    FROM fiscal_entries ORDER BY amount_cents, order_id`;
  expect(await journaled(second)).toEqual(await journaled(first));
  expect(await second.sql`SELECT DISTINCT origin FROM fiscal_entries`).toEqual([
    { origin: "import" },
  ]);
  expect(await findFault(second.db)).toBeNull();
  await exportDocuments(second.db, second.storage, at("second"));
  expect(hashesOf(at("second"))).toEqual(hashesOf(at("first")));
  expect(hashesOf(at("first")).length).toBeGreaterThan(50);
});

test("the import restores every row of every exported table", async () => {
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

test("the documents have the keys of specification §3", async () => {
  const keys = (file: string) =>
    Object.keys(readDocuments(at("first", file))[0]!).filter((key) => key !== "eclat");
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

  const products = readDocuments(at("first", "products.jsonl"));
  const commented = products.find(({ comments }) => comments.length > 0)!;
  expect(Object.keys(commented["comments"][0])).toEqual([
    "rate",
    "text",
    "uid",
    "profil",
    "name",
    "createdAt",
  ]);
  // A hidden comment is among the shop's own data only, and only products with such data have the keys.
  const withHidden = products.filter(({ eclat }) => eclat.hidden);
  expect(withHidden).toHaveLength(1);
  const [comment] = withHidden[0]!["eclat"].hidden;
  expect(comment).toMatchObject({ reason: "Injure", experiencedOn: "2026-10-01" });
  expect(JSON.stringify(withHidden[0]!["comments"])).not.toContain(JSON.stringify(comment.text));
  expect(products.filter(({ eclat }) => eclat.reviews).length).toBeLessThan(3);
  expect(commented["price"]).toMatch(/^\d+$/);
  expect(commented["createdAt"]).toBeTypeOf("number");
  expect(products.map(({ updatedAt }) => typeof updatedAt)).toContain("string");
  expect(products.find(({ eclat }) => eclat.version === 4)!["updatedAt"]).toBeTypeOf("number");
  expect(Object.keys(commented["spcifications"][0])).toEqual(["value", "name"]);
  expect(Object.keys(readDocuments(at("first", "orders.jsonl"))[0]!["cartItems"][0])).toEqual([
    "name",
    "id",
    "image",
    "price",
    "qty",
  ]);
  const liked = products.find(({ favori }) => favori.length > 0)!;
  expect(
    readDocuments(at("first", "favorites.jsonl"))
      .filter(({ id }) => id === liked["id"])
      .map(({ uid }) => uid)
      .sort(),
  ).toEqual(liked["favori"]);
  for (const address of commented["galleries"])
    expect(statSync(at("first", address)).size).toBeGreaterThan(0);
  expect(readFileSync(at("first", "auth.jsonl"), "utf8")).not.toMatch(/password/i);
});

test("an import keeps invoice numbers: the next invoice continues the sequence, and a duplicate number is refused", async () => {
  const orders = readDocuments(at("first", "orders.jsonl"));
  const invoiced = orders.findIndex(({ eclat }) => eclat.invoices.length > 0);
  const { number } = orders[invoiced]!["eclat"].invoices[0];
  const next = await second.db.transaction(async (tx) => {
    const [order] = await second.sql`
      UPDATE orders SET is_paid = true, paid_at = now()
      WHERE id = (SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM invoices) AND payment_method LIKE '%ligne' LIMIT 1)
      RETURNING id`;
    return invoiceFor(tx, order!["id"], second.settings.current().shop);
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
  const reasons = readDocuments(reportFile).filter(({ kind }) => kind === "refused");
  expect(reasons.map(({ reason }) => reason).join()).toContain(
    `${number} est déjà d’une autre commande`,
  );
  expect(reasons.map(({ reason }) => reason).join()).toContain("une facture a un montant positif");
});
