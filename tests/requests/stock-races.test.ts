import { eq, inArray } from "drizzle-orm";
import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { releaseUnpaidHolds } from "#app/orders/order-stock.server.ts";
import { orders, products } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { approve, capture, payOrder, startPaying } from "../support/paying.ts";
import { confirmAddresses, countProduct, holdsOf, stockOf } from "../support/stock.ts";

const { shop, customer, orderOf } = await openMoneyShop();
const { db, sql } = shop;
await confirmAddresses(sql);
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

/** A counted product at 34 €. */
async function counted(onHand: number): Promise<string> {
  const id = await insertProduct(db, { name: "crème au lin", price: 34 });
  await countProduct(sql, id, onHand);
  return id;
}

type Item = { id: string; qty: number };

function order(browser: Browser, items: Item[], fields: Record<string, string> = {}) {
  const pieces = items.reduce((sum, { qty }) => sum + qty, 0);
  return browser.post("/panier", orderForm(items, pieces * 3400, fields));
}

const idOf = (response: Response) => response.headers.get("location")!.split("/").at(-1)!;
const statusesOf = (answers: readonly Response[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);
const count = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

describe("too few pieces for everybody", () => {
  test("7 pieces bought by twos: three orders, one piece is left", async () => {
    const id = await counted(7);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => order(customer, [{ id, qty: 2 }])),
    );
    expect(count(statusesOf(answers), 302)).toBe(3);
    expect(count(statusesOf(answers), 409)).toBe(9);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 7, held: 6 });
  });

  test("two products in opposite carts: no deadlock, nothing oversold, no cart by half", async () => {
    const one = await counted(15);
    const other = await counted(10);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_none, number) => {
        const items = [
          { id: one, qty: 1 },
          { id: other, qty: 1 },
        ];
        return order(customer, number % 2 ? items : items.toReversed());
      }),
    );
    expect(count(statusesOf(answers), 302)).toBe(10);
    expect(count(statusesOf(answers), 409)).toBe(30);
    expect([await stockOf(db, one), await stockOf(db, other)]).toMatchObject([
      { held: 10 },
      { held: 10 },
    ]);
  });

  test("the last piece, ordered by twin forms and by another customer", async () => {
    const id = await counted(1);
    const idempotencyKey = ulid();
    const rival = await shop.customer();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => order(customer, [{ id, qty: 1 }], { idempotencyKey })),
      order(rival, [{ id, qty: 1 }]),
    ]);
    const placed = answers.filter(({ status }) => status === 302).map(idOf);
    expect(new Set(placed).size).toBe(1);
    expect([1, 3]).toContain(placed.length);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 1, held: 1 });
  });
});

describe("beside other writers", () => {
  test.each(["price first", "order first"])("the last piece, %s", async (first) => {
    const id = await counted(1);
    const acts = [
      async () => {
        await db.update(products).set({ priceCents: 3_500 }).where(eq(products.id, id));
        return 0;
      },
      async () => (await order(customer, [{ id, qty: 1 }])).status,
    ];
    if (first === "order first") acts.reverse();
    const hold = (holder: Awaited<ReturnType<typeof sql.reserve>>) =>
      holder`SELECT FROM products WHERE id = ${id} FOR UPDATE`;
    const answers = await queueBehind(sql, hold, acts);
    // An order that comes first keeps its price; one that comes second is told of the new one.
    expect(answers).toContain(first === "order first" ? 302 : 409);
    expect(await stockOf(db, id)).toMatchObject({ held: first === "order first" ? 1 : 0 });
  });

  test("a product that is deleted beside its last order: ordered, or refused", async () => {
    const id = await counted(1);
    const acts = [
      async () => {
        await db.delete(products).where(eq(products.id, id));
        return 0;
      },
      async () => (await order(customer, [{ id, qty: 1 }])).status,
    ];
    const hold = (holder: Awaited<ReturnType<typeof sql.reserve>>) =>
      holder`SELECT FROM products WHERE id = ${id} FOR UPDATE`;
    expect(await queueBehind(sql, hold, acts)).toEqual([0, 409]);
    const later = await counted(1);
    const placed = idOf(await order(customer, [{ id: later, qty: 1 }]));
    await db.delete(products).where(eq(products.id, later));
    expect(await holdsOf(db, placed)).toEqual([{ held: 0, missing: 0, gone: 0 }]);
    const rest = await db
      .select()
      .from(orders)
      .where(inArray(orders.id, [placed]));
    expect(rest).toHaveLength(1);
  });

  test.each(["release first", "capture first"])("an expired order, %s", async (first) => {
    const id = await counted(1);
    const placed = idOf(await order(customer, [{ id, qty: 1 }]));
    const { providerOrderId } = await startPaying(customer, placed);
    await approve(customer, providerOrderId);
    // The attempt is too old to count as open; the provider's money comes nevertheless.
    await sql`UPDATE orders SET created_at = created_at - interval '5 hours' WHERE id = ${placed}`;
    await sql`UPDATE payments SET created_at = created_at - interval '5 hours', updated_at = updated_at - interval '5 hours'
      WHERE order_id = ${placed}`;
    const acts: (() => Promise<unknown>)[] = [
      () => releaseUnpaidHolds(shop),
      () => capture(customer, placed, providerOrderId),
    ];
    if (first === "capture first") acts.reverse();
    await Promise.all(acts.map((act) => act()));
    expect(await orderOf(placed)).toMatchObject({ isPaid: true });
    expect(await holdsOf(db, placed)).toEqual([{ held: 1, missing: 0, gone: 0 }]);
  });

  test("an account that is deleted beside its order leaves a consistent stock", async () => {
    const id = await counted(2);
    const leaving = await shop.customer();
    const form = { password: "Mot-de-passe-1" };
    const answers = await Promise.all([
      order(leaving, [{ id, qty: 1 }], { paymentMethod: "Paiement à la livraison" }),
      leaving.post("/admin/parametre-compte/supprimer", form),
      order(leaving, [{ id, qty: 1 }]),
    ]);
    for (const { status } of answers) expect([302, 401, 409]).toContain(status);
    const [held] = await sql<{ held: number }[]>`
      SELECT coalesce(sum(held), 0)::int AS held FROM stock_holds WHERE product_id = ${id}`;
    expect((await stockOf(db, id)).held).toBe(held!.held);
  });

  test("an inventory below what is held: the newest order lacks the pieces, the oldest keeps them", async () => {
    const id = await counted(3);
    const CASH = { paymentMethod: "Paiement à la livraison" };
    const placed: string[] = [];
    for (let number = 0; number < 3; number++)
      placed.push(idOf(await order(customer, [{ id, qty: 1 }], CASH)));
    const [{ lacking } = { lacking: [] }] = await sql<{ lacking: string[] }[]>`
      SELECT move_stock(${id}, 'count', -2, '', NULL, NULL, NULL) AS lacking`;
    expect(lacking).toEqual([placed[2], placed[1]]);
    expect(await holdsOf(db, placed[0]!)).toEqual([{ held: 1, missing: 0, gone: 0 }]);
    expect(await holdsOf(db, placed[2]!)).toEqual([{ held: 0, missing: 1, gone: 0 }]);
    // The cancelled order's piece goes to the oldest order that lacks one.
    await sql`UPDATE orders SET cancelled_at = now(), cancel_reason = 'essai' WHERE id = ${placed[0]!}`;
    expect(await holdsOf(db, placed[1]!)).toEqual([{ held: 1, missing: 0, gone: 0 }]);
    expect(await holdsOf(db, placed[2]!)).toEqual([{ held: 0, missing: 1, gone: 0 }]);
  });
});
