import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { expect, test } from "vitest";
import { writeInvoices } from "#app/documents/invoices.server.ts";
import { invoicePdf } from "#app/invoices/invoice-reading.server.ts";
import { invoiceSnapshot } from "#app/invoices/invoice-schema.ts";
import { issueCreditNote, issueInvoice, lockNumbers } from "#app/invoices/issue-invoice.server.ts";
import { mailFolder } from "#app/mail/mailer.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { invoices, orderLines, orders } from "#db/schema/index.ts";
import { orderForm, sell } from "../support/catalogue.ts";
import { sendAllMails } from "../support/mail.ts";
import { pdfText } from "../support/pdf-text.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop({
  SHOP_LEGAL_NAME: "Ma Boutique SARL",
  SHOP_SIREN: "123 456 782",
  SHOP_REGISTRATION: "SARL au capital de 5 000 €, RCS Lyon 123 456 782",
  SHOP_HOSTING: "Hébergeur SA, 59100 Roubaix, 09 00 00 00 00",
  SHOP_MEDIATOR: "Médiation Conso, https://mediation.exemple.fr",
});
const exempted = await openShop({ SHOP_VAT_EXEMPT: "1" });
const { db, sql, config, settings } = shop;

/** Orders that are paid online, of one line of 34 € unless other lines are given. */
async function paidOrders(
  count: number,
  {
    lines = [{ name: "crème de jour", unitPriceCents: 3400, quantity: 1 }],
    customerId = null as string | null,
  } = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ulid());
  const totalCents = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  await db.transaction(async (tx) => {
    await tx.insert(orders).values(
      ids.map((id) => ({
        id,
        customerId,
        idempotencyKey: id,
        totalCents,
        shippingMethod: "Livraison à domicile" as const,
        paymentMethod: "Paiement securisé en ligne" as const,
        shippingAddress: "14 rue des Lilas\n69003 Lyon",
        phoneNumber: "06 12 34 56 78",
        customerName: "Claire Aubry",
        shippingFrom: "2026-11-20",
        shippingUntil: "2026-11-24",
        termsVersion: "2024-02-19",
        isPaid: true,
        paidAt: new Date("2026-11-20T23:30:00Z"),
        createdAt: new Date("2026-11-20T10:00:00Z"),
      })),
    );
    await tx.insert(orderLines).values(
      ids.flatMap((orderId) =>
        lines.map((line, position) => ({
          orderId,
          position,
          productId: `p${position}`,
          ...line,
        })),
      ),
    );
  });
  return ids;
}

type Credit = Parameters<typeof issueCreditNote>[2];
const issue = (orderId: string, seller = settings.current().shop) =>
  db.transaction((tx) => issueInvoice(tx, orderId, seller));
const credit = (
  orderId: string,
  refundId: string,
  amountCents: number,
  lines: Credit["lines"] = [],
) =>
  db.transaction((tx) =>
    issueCreditNote(tx, orderId, { refundId, amountCents, reason: "article abîmé", lines }),
  );
const rowOf = async ({ number }: { number: string }) => {
  const [row] = await db.select().from(invoices).where(eq(invoices.number, number));
  expect(invoiceSnapshot.parse(row!.snapshot)).toEqual(row!.snapshot);
  return row!;
};
/** The numbers of a series in the order of their time. */
const sequences = async (kind: string) =>
  (
    await sql`SELECT sequence FROM invoices WHERE kind = ${kind} AND year = ${year} ORDER BY issued_at, sequence`
  ).map((row) => row["sequence"] as number);
const year = Number(
  new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", year: "numeric" }).format(
    new Date(),
  ),
);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("1,000 orders paid at once, each told twice, and every seventh payment undone: numbers without gap or double", async () => {
  const ids = await paidOrders(1_000);
  class Undone extends Error {}
  const settle = (id: string, isUndone: boolean) =>
    db
      .transaction(async (tx) => {
        await lockOrder(tx, id);
        const { number } = await issueInvoice(tx, id, settings.current().shop);
        if (isUndone) throw new Undone();
        return number;
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return null;
        throw error;
      });
  const told = ids.flatMap((id, index) =>
    [id, id].map((id) => ({ id, isUndone: index % 7 === 0 })),
  );
  // Nobody waits longer than 15 seconds for a connection: more callers than connections, but not all of them.
  const outcomes: (string | null)[] = [];
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      for (let next = told.shift(); next; next = told.shift())
        outcomes.push(await settle(next.id, next.isUndone));
    }),
  );
  const issued = outcomes.filter((number) => number !== null);
  const expected = ids.filter((_, index) => index % 7 !== 0).length;
  expect(issued.length).toBe(expected * 2);
  expect([...new Set(issued)].toSorted()).toEqual(
    upTo(expected).map((sequence) => `F-${year}-${String(sequence).padStart(6, "0")}`),
  );
  // In the order of the numbers, time never goes back.
  expect(await sequences("invoice")).toEqual(upTo(expected));
}, 60_000);

test("an invoice says what it was issued for, VAT to the cent, whatever changes afterwards", async () => {
  const lines = [
    { name: "crème de jour", unitPriceCents: 3400, quantity: 2 },
    { name: "bougie", unitPriceCents: 1100, quantity: 1 },
    { name: "savon", unitPriceCents: 700, quantity: 1 },
  ];
  const [id = ""] = await paidOrders(1, { lines });
  const { number } = await issue(id);
  expect(await issue(id, { ...settings.current().shop, legalName: "Autre" })).toEqual({ number });
  const { totalCents, snapshot, issuedAt } = await rowOf({ number });
  expect(totalCents).toBe(8600);
  expect(Math.abs(issuedAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect(snapshot).toMatchObject({
    seller: { name: "Ma Boutique SARL", siren: "123 456 782", vatNumber: "" },
    buyer: { name: "Claire Aubry", address: "14 rue des Lilas\n69003 Lyon" },
    order: { number: id.slice(10), placedOn: "2026-11-20" },
    delivery: { from: "2026-11-20", until: "2026-11-24", deliveredOn: null },
    // Half past midnight in Paris.
    payment: { method: "Paiement securisé en ligne", paidOn: "2026-11-21" },
    vatPercent: 20,
    vatCents: 1433,
    corrects: null,
  });
  expect(snapshot.lines).toEqual([
    { ...lines[0], vatCents: 1133 },
    { ...lines[1], vatCents: 183 },
    { ...lines[2], vatCents: 117 },
  ]);

  const [exempt = ""] = await paidOrders(1);
  const without = await rowOf(
    await issue(exempt, {
      ...settings.current().shop,
      vatExempt: true,
      vatNumber: "FR32 123456782",
    }),
  );
  expect(without.snapshot).toMatchObject({ vatPercent: 0, vatCents: 0, seller: { vatNumber: "" } });
});

test("an order has its invoice when it is paid, one on delivery when it is delivered, not before", async () => {
  const [online = "", cash = ""] = await paidOrders(2);
  await sql`UPDATE orders SET is_shipped = true, shipped_at = now(), is_paid = is_paid WHERE id = ${online}`;
  await issue(online);
  const [unpaid] = await paidOrders(1);
  await sql`ALTER TABLE orders DISABLE TRIGGER order_never_goes_back`;
  await sql`UPDATE orders SET is_paid = false, paid_at = NULL WHERE id IN (${unpaid!}, ${cash})`;
  await sql`ALTER TABLE orders ENABLE TRIGGER order_never_goes_back`;
  await expect(issue(unpaid!)).rejects.toThrow("neither paid nor delivered");
  await sql`UPDATE orders SET payment_method = 'Paiement à la livraison' WHERE id = ${cash}`;
  await expect(issue(cash)).rejects.toThrow("neither paid nor delivered");
  await sql`UPDATE orders SET is_shipped = true, shipped_at = '2026-11-22 09:00+01' WHERE id = ${cash}`;
  const { snapshot } = await rowOf(await issue(cash));
  expect(snapshot.delivery.deliveredOn).toBe("2026-11-22");
  expect(snapshot.payment).toEqual({ method: "Paiement à la livraison", paidOn: "2026-11-22" });
});

test("a refund has one credit note; those of a whole order sum to its invoice, VAT included", async () => {
  const lines = [{ name: "crème de jour", unitPriceCents: 3400, quantity: 2 }];
  const [id = "", uninvoiced = ""] = await paidOrders(2, { lines });
  expect(await credit(uninvoiced, "r0", 100)).toBeNull();
  const invoice = await rowOf(await issue(id));
  const first = await credit(id, "r1", 3400, [{ ...lines[0]!, quantity: 1 }]);
  expect(first!.number).toMatch(/^A-\d{4}-000001$/);
  expect(await credit(id, "r1", 3400)).toEqual(first);
  const notes = [first, await credit(id, "r2", 1001, lines), await credit(id, "r3", 2399)];
  const rows = await Promise.all(notes.map((note) => rowOf(note!)));
  expect(rows[0]).toMatchObject({ kind: "credit-note", orderId: id, totalCents: -3400 });
  expect(rows[0]!.snapshot).toMatchObject({
    lines: [{ name: "crème de jour", quantity: 1, unitPriceCents: -3400, vatCents: -567 }],
    corrects: { number: invoice.number, reason: "article abîmé" },
    seller: invoice.snapshot.seller,
  });
  // A sum that isn't the lines' stands for itself.
  expect(rows[1]!.snapshot.lines).toEqual([
    {
      name: "remboursement partiel : 2 × crème de jour",
      quantity: 1,
      unitPriceCents: -1001,
      vatCents: rows[1]!.snapshot.vatCents,
    },
  ]);
  const sumOf = (read: (row: (typeof rows)[0]) => number) =>
    rows.reduce((sum, row) => sum + read(row), 0);
  expect(sumOf((row) => row.totalCents)).toBe(-invoice.totalCents);
  expect(sumOf((row) => row.snapshot.vatCents)).toBe(-invoice.snapshot.vatCents);
  // The whole order at once is its lines.
  const [whole = ""] = await paidOrders(1, { lines });
  await issue(whole);
  const wholeNote = await rowOf((await credit(whole, "r5", 6800))!);
  expect(wholeNote.snapshot.lines).toEqual([
    { ...lines[0]!, unitPriceCents: -3400, vatCents: -1133 },
  ]);
  await expect(credit(id, "r4", 1)).rejects.toThrow("cannot be credited");
  expect(await sequences("credit-note")).toEqual(upTo(4));
});

test("an issued invoice cannot be altered, deleted or lose its order", async () => {
  const [id = ""] = await paidOrders(1);
  const { number } = await issue(id);
  for (const change of [
    () => sql`UPDATE invoices SET total_cents = 1 WHERE number = ${number}`,
    () => sql`DELETE FROM invoices WHERE number = ${number}`,
    () => sql`TRUNCATE invoices`,
  ])
    await expect(change()).rejects.toThrow("never altered");
  await expect(sql`DELETE FROM orders WHERE id = ${id}`).rejects.toThrow("invoices_order_id_fkey");
  expect((await rowOf({ number })).totalCents).toBe(3400);
});

test("numbers begin again with the year of Paris, and never twice", async () => {
  const [former = "", next = ""] = await paidOrders(2);
  const [{ number: _, ...kept } = {} as never] = await db.select().from(invoices).limit(1);
  await db.insert(invoices).values({
    ...kept,
    year: year - 1,
    sequence: 1_234_567,
    orderId: former,
  });
  expect((await rowOf({ number: `F-${year - 1}-1234567` })).orderId).toBe(former);
  const before = await sequences("invoice");
  await issue(next);
  expect(await sequences("invoice")).toEqual(upTo(before.length + 1));
});

test("the PDF says it all, the same bytes every time, over as many pages as it takes", async () => {
  const lines = Array.from({ length: 45 }, (_, index) => ({
    name: `crème nº ${index + 1} à l'eau`,
    unitPriceCents: 123_400,
    quantity: 2,
  }));
  const [id = ""] = await paidOrders(1, { lines });
  const { number } = await issue(id);
  const { filename, content } = (await invoicePdf(db, number))!;
  expect(filename).toBe(`Facture-${number}.pdf`);
  expect((await invoicePdf(db, number))!.content.equals(content)).toBe(true);
  const text = pdfText(content);
  for (const said of [
    `Facture ${number}`,
    "Ma Boutique SARL",
    "SARL au capital de 5 000 €,",
    "SIREN 123 456 782",
    "Claire Aubry",
    "14 rue des Lilas",
    id.slice(10),
    "Crème nº 45 à l’eau",
    "1 028,33 €",
    "1 234,00 €",
    "92 550,00 €",
    "18 510,00 €",
    "111 060,00 €",
    "Facture acquittée le 21 novembre 2026 (Paiement securisé en ligne).",
  ])
    expect(text).toContain(said);
  expect(text).not.toContain("293 B");
  const pages = text.match(/^\d \/ \d$/gm)!;
  expect(pages.length).toBeGreaterThan(1);
  expect(text.match(/^Désignation$/gm)).toHaveLength(pages.length);
  // Read aloud: its language, its title, a table with heads.
  const source = content.toString("latin1");
  for (const mark of ["/Lang (fr-FR)", "/Marked true", "/DisplayDocTitle true", "/Scope /Column"])
    expect(source).toContain(mark);

  const note = (await credit(id, "r-pdf", 123_400, [{ ...lines[0]!, quantity: 1 }]))!;
  const credited = pdfText((await invoicePdf(db, note.number))!.content);
  for (const said of [`Avoir ${note.number}`, number, "article abîmé", "-1 234,00 €", "-205,67 €"])
    expect(credited).toContain(said);
  expect(credited).not.toContain("acquittée");

  const [exempt = ""] = await paidOrders(1);
  const without = await issue(exempt, { ...settings.current().shop, vatExempt: true });
  const exemptText = pdfText((await invoicePdf(db, without.number))!.content);
  expect(exemptText).toContain("TVA non applicable, article 293 B");
  expect(exemptText).not.toContain("20 %");
  expect(await invoicePdf(db, "F-2026-999999")).toBeNull();
});

test("paid at the door: the invoice comes with the delivery, once, in the mail, to its customer and administrators alone", async () => {
  const customer = await shop.customer();
  const other = await shop.customer();
  const admin = await shop.customer({ isAdmin: true });
  const product = await sell(db, { name: "crème au lin", price: 34 });
  const form = orderForm([{ id: product, qty: 2 }], 6800, {
    paymentMethod: "Paiement à la livraison",
  });
  const placed = await customer.post("/panier", form);
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  const invoicesOf = () => db.select().from(invoices).where(eq(invoices.orderId, id));
  expect(await invoicesOf()).toEqual([]);
  const ownPage = `/admin/my-orders/${id}`;
  expect(await customer.read(ownPage)).not.toContain("/factures/");

  const deliver = () => admin.post("/admin/commandes", { intent: "deliver", id });
  await Promise.all([deliver(), deliver()]);
  const [invoice, ...others] = await invoicesOf();
  expect(others).toEqual([]);
  expect(await sequences("invoice")).toEqual(upTo(invoice!.sequence));
  const note = await credit(id, "r-door", 3400);
  const links = [`/factures/${invoice!.number}`, `/factures/${note!.number}`];
  for (const page of [
    await customer.read(ownPage),
    await admin.read(`/admin/commandes?commande=${id}`),
  ])
    expect([...new Set(page.match(/\/factures\/[FA]-\d{4}-\d{6}/g))]).toEqual(links);

  for (const link of links) {
    for (const reader of [customer, admin]) {
      const answer = await reader.get(link);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(answer.headers.get("content-disposition")).toMatch(/^inline; filename="\w+-[FA]-/);
      expect(pdfText(Buffer.from(await answer.arrayBuffer()))).toContain("Claire Aubry");
    }
    expect((await other.get(link)).status).toBe(404);
    const visited = await shop.visitor().get(link);
    expect(visited.headers.get("location")).toBe("/connexion?retour=commandes");
  }
  for (const unknown of ["F-2026-999999", "F-2026-1", "x", "%00"]) {
    const answer = await admin.get(`/factures/${unknown}`);
    expect([answer.status, await answer.text()], unknown).toEqual([404, "Document not found"]);
  }

  await sendAllMails(shop);
  const folder = mailFolder(config);
  const taken = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((mail) => mail.includes(`filename=Facture-${invoice!.number}.pdf`));
  expect(taken).toHaveLength(1);
  expect(taken[0]).toContain(`To: ${customer.email}`);
});

test("a customer's account goes, the books keep the invoice", async () => {
  const customer = await shop.customer();
  const [id = ""] = await paidOrders(1, { customerId: customer.userId });
  const { number } = await issue(id);
  expect((await customer.get(`/factures/${number}`)).status).toBe(200);
  await sql`DELETE FROM users WHERE id = ${customer.userId}`;
  expect((await customer.get(`/factures/${number}`)).status).toBe(302);
  expect((await rowOf({ number })).snapshot.buyer.name).toBe("Claire Aubry");
  expect(JSON.stringify(await rowOf({ number }))).not.toContain(customer.userId);
});

test("what the settings say of register, host and mediator is shown where the law wants it; nothing when they don't", async () => {
  const notice = await shop.visitor().read("/mentions-legales");
  expect(notice).toContain("SARL au capital de 5 000 €, RCS Lyon 123 456 782");
  expect(notice).toContain("Hébergeur SA, 59100 Roubaix");
  expect(await shop.visitor().read("/condition-generale-de-vente")).toContain("Médiation Conso");
  const bare = await exempted.visitor().read("/mentions-legales");
  expect(bare).not.toContain("Immatriculation");
  expect(bare).not.toContain("hébergeur");
});

test("what is imported waits for the numbers, as what is issued does", async () => {
  const [issued = "", imported = ""] = await paidOrders(2);
  const { number } = await issue(issued);
  const { snapshot } = await rowOf({ number });
  const brought = {
    kind: "invoice" as const,
    number: "F-2019-000001",
    year: 2019,
    sequence: 1,
    refundId: null,
    issuedAt: new Date("2019-05-01T10:00:00Z"),
    totalCents: 3_400,
    snapshot,
  };
  const entry = { document: { eclat: { invoices: [brought] } } };
  let release = () => {};
  let isHeld = false;
  const held = db.transaction(async (tx) => {
    await lockNumbers(tx);
    isHeld = true;
    await new Promise<void>((resolve) => (release = resolve));
  });
  await expect.poll(() => isHeld).toBe(true);
  const placed = { entry, orderId: imported } as unknown as Parameters<typeof writeInvoices>[1][0];
  const written = db.transaction((tx) => writeInvoices(tx, [placed]));
  const waiting = async () =>
    (
      await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    ).length;
  await expect.poll(waiting).toBe(1);
  release();
  await Promise.all([held, written]);
  expect((await rowOf({ number: "F-2019-000001" })).orderId).toBe(imported);
});

test("a shop that is exempt from VAT speaks of none", async () => {
  const [product, without] = [
    await sell(db, { name: "baume", price: 12 }),
    await sell(exempted.db, { name: "baume", price: 12 }),
  ];
  expect(await shop.visitor().read(`/produit/${product}`)).toContain("TVA incluse");
  expect(await exempted.visitor().read(`/produit/${without}`)).not.toContain("TVA incluse");
  expect(await shop.visitor().read("/mentions-legales")).not.toContain("293 B");
  expect(await exempted.visitor().read("/mentions-legales")).toContain("article 293 B");

  const customer = await exempted.customer();
  const placed = await customer.post("/panier", orderForm([{ id: without, qty: 1 }], 1200));
  const summary = await customer.read(placed.headers.get("location")!);
  expect(summary).toContain("Reduction");
  expect(summary).not.toContain("dont TVA");
});
