import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { releaseUnpaidHolds } from "#app/orders/order-stock.server.ts";
import { messages, orders } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { approve, capture, payOrder, startPaying } from "../support/paying.ts";
import { confirmAddresses, countProduct, holdsOf, stockOf } from "../support/stock.ts";

const { shop, simulator, customer, admin, orderOf, paymentsOf } = await openMoneyShop();
const { db } = shop;
await confirmAddresses(shop.sql);
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

const CASH = { paymentMethod: "Paiement à la livraison" };

/** A counted product at 34 €. */
async function counted(onHand: number, alertLevel = 0): Promise<string> {
  const id = await insertProduct(db, { name: "crème au lin", price: 34 });
  await countProduct(shop.sql, id, onHand, alertLevel);
  return id;
}

/** Orders `qty` pieces. */
async function order(id: string, qty: number, fields: Record<string, string> = {}) {
  const response = await customer.post("/panier", orderForm([{ id, qty }], qty * 3400, fields));
  const location = response.headers.get("location") ?? "";
  return { status: response.status, id: location.split("/").at(-1)! };
}

describe("holding", () => {
  test("an order holds its pieces; a shortage refuses the whole order with 409", async () => {
    const id = await counted(3);
    const first = await order(id, 1);
    expect(first.status).toBe(302);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 3, held: 1, state: "enough" });
    const before = await db.$count(orders);
    const refused = await customer.post(
      "/panier.data",
      orderForm([{ id, qty: 3 }], 3 * 3400, CASH),
    );
    expect(refused.status).toBe(409);
    expect((await refused.text()).replaceAll("\u00a0", " ")).toContain(
      "Il ne reste que 2 × Crème au lin. Rien n’a été commandé.",
    );
    expect(await db.$count(orders)).toBe(before);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 3, held: 1 });
  });

  test("the same form sent twice holds once", async () => {
    const id = await counted(3);
    const form = orderForm([{ id, qty: 2 }], 6800);
    const answers = await Promise.all([1, 2, 3].map(() => customer.post("/panier", form)));
    expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 3, held: 2 });
  });

  test("an uncounted product is sold without limit", async () => {
    const id = await insertProduct(db, { name: "baume", price: 34 });
    expect((await order(id, 99)).status).toBe(302);
    expect(await stockOf(db, id)).toMatchObject({ state: "uncounted", held: 0 });
  });

  test("a cancelled order releases its pieces", async () => {
    const id = await counted(2);
    const placed = await order(id, 2);
    await customer.post(`/admin/my-orders/${placed.id}/annuler`, { confirmed: "1" });
    expect(await stockOf(db, id)).toMatchObject({ onHand: 2, held: 0, state: "enough" });
  });

  test("a delivered order takes its pieces from the shelf, once", async () => {
    const id = await counted(5);
    const placed = await order(id, 2, CASH);
    for (let time = 0; time < 2; time++)
      await admin.post("/admin/commandes", { intent: "deliver", id: placed.id });
    expect(await stockOf(db, id)).toMatchObject({ onHand: 3, held: 0 });
    expect(await holdsOf(db, placed.id)).toEqual([{ held: 0, missing: 0, gone: 2 }]);
  });
});

test("pieces whose refund is under way stay on the shelf when the rest is delivered", async () => {
  const id = await counted(5);
  const placed = await order(id, 2);
  const { providerOrderId } = await startPaying(customer, placed.id);
  await approve(customer, providerOrderId);
  await capture(customer, placed.id, providerOrderId);
  await simulator.fault("refund", "pending");
  await admin.post(`/admin/commandes/${placed.id}/remboursement`, {
    intent: "lines",
    "quantity-0": "1",
    seen: "0",
    reason: "essai",
    confirmed: "1",
  });
  await admin.post("/admin/commandes", { intent: "deliver", id: placed.id });
  await simulator.finishRefunds("COMPLETED");
  expect(await stockOf(db, id)).toMatchObject({ onHand: 4, held: 0 });
  expect(await holdsOf(db, placed.id)).toEqual([{ held: 0, missing: 0, gone: 1 }]);
});

describe("unpaid for an hour", () => {
  const anHourLater = (id: string) =>
    shop.sql`UPDATE orders SET created_at = created_at - interval '61 minutes' WHERE id = ${id}`;

  test("the pieces are released and the customer is told; paying later holds them again", async () => {
    const id = await counted(2);
    const placed = await order(id, 2);
    await releaseUnpaidHolds(shop);
    expect(await stockOf(db, id)).toMatchObject({ held: 2 });
    await anHourLater(placed.id);
    await releaseUnpaidHolds(shop);
    await releaseUnpaidHolds(shop);
    expect(await stockOf(db, id)).toMatchObject({ held: 0 });
    const mails =
      await shop.sql`SELECT template FROM mails WHERE key LIKE ${`order-${placed.id.toLowerCase()}-hold-ended`}`;
    expect([...mails]).toEqual([{ template: "order-hold-ended" }]);
    await startPaying(customer, placed.id);
    expect(await stockOf(db, id)).toMatchObject({ held: 2 });
    // With an attempt open, they stay held.
    await releaseUnpaidHolds(shop);
    expect(await stockOf(db, id)).toMatchObject({ held: 2 });
  });

  test("new attempts don't hold the pieces for ever", async () => {
    const id = await counted(2);
    const placed = await order(id, 2);
    await shop.sql`UPDATE orders SET created_at = created_at - interval '20 hours' WHERE id = ${placed.id}`;
    await startPaying(customer, placed.id);
    await releaseUnpaidHolds(shop);
    expect(await stockOf(db, id)).toMatchObject({ held: 2 });
    const passMinutes = (minutes: number) =>
      shop.sql`UPDATE payments SET created_at = created_at - make_interval(mins => ${minutes}) WHERE order_id = ${placed.id}`;
    const held: number[] = [];
    // Four new attempts in all, each after the three hours of the one before.
    for (let attempt = 1; attempt <= 5; attempt++) {
      await passMinutes(16);
      await releaseUnpaidHolds(shop);
      expect(await startPaying(customer, placed.id)).toMatchObject({ kind: "started" });
      expect(await stockOf(db, id)).toMatchObject({ held: 0 });
      await passMinutes(165);
      expect(await startPaying(customer, placed.id)).toMatchObject({ kind: "started" });
      held.push((await stockOf(db, id)).held);
    }
    expect(held).toEqual([2, 2, 2, 0, 0]);
    // Without a hold, the pieces only have to be there.
    expect((await order(id, 1, CASH)).status).toBe(302);
    expect(await startPaying(customer, placed.id)).toMatchObject({ kind: "sold-out" });
    // Nor do attempts that fail one after the other, before the job comes by.
    const other = await counted(2);
    const failing = await order(other, 2);
    await shop.sql`UPDATE orders SET created_at = created_at - interval '20 hours' WHERE id = ${failing.id}`;
    for (let attempt = 1; attempt <= 5; attempt++) {
      await shop.sql`UPDATE payments SET state = 'failed' WHERE order_id = ${failing.id}`;
      await startPaying(customer, failing.id);
      expect(await stockOf(db, other)).toMatchObject({ held: 2 });
    }
    await releaseUnpaidHolds(shop);
    expect(await stockOf(db, other)).toMatchObject({ held: 0 });
  });

  test("an order that lacks pieces after an inventory expires too; new pieces go to who has paid first", async () => {
    const id = await counted(2);
    const unpaid = await order(id, 2);
    await shop.sql`SELECT move_stock(${id}, 'count', -2, '', NULL, NULL, NULL)`;
    await anHourLater(unpaid.id);
    await releaseUnpaidHolds(shop);
    expect(await holdsOf(db, unpaid.id)).toEqual([{ held: 0, missing: 0, gone: 0 }]);
    await shop.sql`SELECT move_stock(${id}, 'entry', 2, '', NULL, NULL, NULL)`;
    const [older, paid] = [await order(id, 1), await order(id, 1, CASH)];
    await shop.sql`SELECT move_stock(${id}, 'count', -2, '', NULL, NULL, NULL)`;
    await shop.sql`SELECT move_stock(${id}, 'entry', 1, '', NULL, NULL, NULL)`;
    expect(await holdsOf(db, older.id)).toEqual([{ held: 0, missing: 1, gone: 0 }]);
    expect(await holdsOf(db, paid.id)).toEqual([{ held: 1, missing: 0, gone: 0 }]);
  });

  test("an order whose article is sold out meanwhile is refused before the provider is called", async () => {
    const id = await counted(2);
    const placed = await order(id, 2);
    await anHourLater(placed.id);
    await releaseUnpaidHolds(shop);
    expect((await order(id, 1, CASH)).status).toBe(302);
    const answer = await startPaying(customer, placed.id);
    expect(answer).toMatchObject({ kind: "sold-out" });
    expect(await paymentsOf(placed.id)).toEqual([]);
  });

  test("money that arrives nevertheless pays the order; what lacks is missing, and comes with the next pieces", async () => {
    const id = await counted(2);
    const placed = await order(id, 2);
    const { providerOrderId } = await startPaying(customer, placed.id);
    await approve(customer, providerOrderId);
    // An inventory takes the reserved pieces away.
    await shop.sql`SELECT move_stock(${id}, 'count', -1, '', NULL, NULL, NULL)`;
    await capture(customer, placed.id, providerOrderId);
    expect(await orderOf(placed.id)).toMatchObject({ isPaid: true });
    expect(await holdsOf(db, placed.id)).toEqual([{ held: 1, missing: 1, gone: 0 }]);
    const [notice] = await db
      .select()
      .from(messages)
      .where(eq(messages.id, `${placed.id}-manquant`));
    expect(notice!.message).toContain("il manque 1 × « Crème au lin »");
    await shop.sql`SELECT move_stock(${id}, 'entry', 4, '', NULL, NULL, NULL)`;
    expect(await holdsOf(db, placed.id)).toEqual([{ held: 2, missing: 0, gone: 0 }]);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 5, held: 2 });
  });
});
