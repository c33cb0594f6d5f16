import { expect, test } from "vitest";
import { writeInvoices } from "#app/documents/write-invoices.server.ts";
import { lockNumbers } from "#app/invoices/issue-invoice.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { invoices } from "#db/schema/index.ts";
import { invoiceFor } from "../support/invoice-for.ts";
import { openInvoiceShop, numbersUpTo, year } from "../support/invoice-shop.ts";

const { shop, paidOrders, issue, credit, rowOf, sequences } = await openInvoiceShop();
const { db, sql, settings } = shop;

test("1,000 orders invoiced concurrently, each twice, with every seventh rolled back, have numbers without gaps or duplicates", async () => {
  const ids = await paidOrders(1_000);
  class Undone extends Error {}
  const settle = (id: string, isUndone: boolean) =>
    db
      .transaction(async (tx) => {
        await lockOrder(tx, id);
        const { number } = await invoiceFor(tx, id, settings.current().shop);
        if (isUndone) throw new Undone();
        return number;
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return null;
        throw error;
      });
  const calls = ids.flatMap((id, index) =>
    [id, id].map((id) => ({ id, isUndone: index % 7 === 0 })),
  );
  // A wait for a connection times out after 15 seconds, so only 100 run at a time.
  const outcomes: (string | null)[] = [];
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      for (let next = calls.shift(); next; next = calls.shift())
        outcomes.push(await settle(next.id, next.isUndone));
    }),
  );
  const issued = outcomes.filter((number) => number !== null);
  const expected = ids.filter((_, index) => index % 7 !== 0).length;
  expect(issued.length).toBe(expected * 2);
  expect([...new Set(issued)].toSorted()).toEqual(
    numbersUpTo(expected).map((sequence) => `F-${year}-${String(sequence).padStart(6, "0")}`),
  );
  // The times of issue have the order of the numbers.
  expect(await sequences("invoice")).toEqual(numbersUpTo(expected));
}, 60_000);

test("an invoice keeps a snapshot of seller, buyer and lines, with VAT rounded to the cent", async () => {
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
    // The promise runs from the payment: 00:30 in Paris time.
    delivery: { from: "2026-11-21", until: "2026-11-25", deliveredOn: null },
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

test("an online order is invoiced once paid, an order paid on delivery once delivered, never earlier", async () => {
  const [online = "", cash = ""] = await paidOrders(2);
  await sql`UPDATE orders SET is_shipped = true, shipped_at = now(), is_paid = is_paid WHERE id = ${online}`;
  await issue(online);
  const [unpaid] = await paidOrders(1);
  await sql`ALTER TABLE orders DISABLE TRIGGER order_not_reset`;
  await sql`UPDATE orders SET is_paid = false, paid_at = NULL WHERE id IN (${unpaid!}, ${cash})`;
  await sql`ALTER TABLE orders ENABLE TRIGGER order_not_reset`;
  await expect(issue(unpaid!)).rejects.toThrow("neither paid nor delivered");
  await sql`UPDATE orders SET payment_method = 'Paiement à la livraison' WHERE id = ${cash}`;
  await expect(issue(cash)).rejects.toThrow("neither paid nor delivered");
  await sql`UPDATE orders SET is_shipped = true, shipped_at = '2026-11-22 09:00+01' WHERE id = ${cash}`;
  const { snapshot } = await rowOf(await issue(cash));
  expect(snapshot.delivery.deliveredOn).toBe("2026-11-22");
  expect(snapshot.payment).toEqual({ method: "Paiement à la livraison", paidOn: "2026-11-22" });
});

test("each refund has one credit note; those of a completely refunded order add up to its invoice, including VAT", async () => {
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
  // An amount that differs from the lines' total becomes one line.
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
  // A refund of the whole order repeats its lines.
  const [whole = ""] = await paidOrders(1, { lines });
  await issue(whole);
  const wholeNote = await rowOf((await credit(whole, "r5", 6800))!);
  expect(wholeNote.snapshot.lines).toEqual([
    { ...lines[0]!, unitPriceCents: -3400, vatCents: -1133 },
  ]);
  await expect(credit(id, "r4", 1)).rejects.toThrow("cannot be credited");
  expect(await sequences("credit-note")).toEqual(numbersUpTo(4));
});

test("an issued invoice cannot be changed or deleted, and its order cannot be deleted", async () => {
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

test("numbers restart each year in Paris time", async () => {
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
  expect(await sequences("invoice")).toEqual(numbersUpTo(before.length + 1));
});

test("importing invoices waits for the number lock, like issuing", async () => {
  const [issued = "", imported = ""] = await paidOrders(2);
  const { number } = await issue(issued);
  const { snapshot } = await rowOf({ number });
  const document = {
    kind: "invoice" as const,
    number: "F-2019-000001",
    year: 2019,
    sequence: 1,
    refundId: null,
    issuedAt: new Date("2019-05-01T10:00:00Z"),
    totalCents: 3_400,
    snapshot,
  };
  const entry = { document: { eclat: { invoices: [document] } } };
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
