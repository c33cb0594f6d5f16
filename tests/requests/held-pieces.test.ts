import { expect, test } from "vitest";
import { releaseUnpaidHolds } from "#app/orders/order-stock.server.ts";
import { Caller } from "../support/caller.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { approve, capture, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { countProduct, stockOf } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

/* What unpaid online orders hold (docs/decisions/0104-online-holds.md), with the limits of production. */
const shop = await openShop({ RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1" });
const { db, sql } = shop;

async function counted(onHand: number): Promise<string> {
  const id = await insertProduct(db, { name: "crème au lin", price: 10 });
  await countProduct(sql, id, onHand);
  return id;
}
const heldOf = async (id: string) => (await stockOf(db, id)).held;
let people = 0;
/** An online order of somebody without an account. */
async function order(who: Caller, id: string, qty: number, email = `ligne-${++people}@exemple.fr`) {
  const answer = await who.post("/panier", orderForm([{ id, qty }], qty * 1_000, { email }));
  expect(answer.status).toBe(302);
  return answer.headers.get("location")!.split("/").at(-1)!;
}

test("a network holds at most ninety pieces of unpaid online orders, a mailbox thirty, whatever is started", async () => {
  const product = await counted(1_000);
  const caller = new Caller(shop.url, "192.0.2.1");
  for (let time = 0; time < 8; time++) await startPaying(caller, await order(caller, product, 29));
  expect(await heldOf(product)).toBe(87);
  const other = await counted(1_000);
  for (let time = 2; time < 6; time++) {
    const elsewhere = new Caller(shop.url, `192.0.2.${time}`);
    await startPaying(elsewhere, await order(elsewhere, other, 29, `une+${time}@exemple.fr`));
  }
  expect(await heldOf(other)).toBe(29);
});

test("a wholesale order is held once it is paid, and refused when its pieces are gone before", async () => {
  const product = await counted(200);
  const caller = new Caller(shop.url, "192.0.2.11");
  const [first, second] = [await order(caller, product, 99), await order(caller, product, 98)];
  expect(await heldOf(product)).toBe(0);
  expect(textOf(await caller.read(`/admin/my-orders/${first}`))).toContain(
    "Vos articles ne sont pas réservés.",
  );
  const { providerOrderId } = await startPaying(caller, first);
  await approve(caller, providerOrderId);
  expect(await capture(caller, first, providerOrderId)).toMatchObject({ kind: "paid" });
  expect(await heldOf(product)).toBe(99);
  await sql`SELECT move_stock(${product}, 'loss', -10, '', NULL, NULL, NULL)`;
  const answer = await caller.postJson(`/payement/${second}/paypal`, { act: "create" });
  expect(await answer.json()).toEqual({ kind: "sold-out" });
  // Who has paid an order before holds as many as they order. A guest's past counts once the address is proved.
  const customer = await shop.customer();
  await sql`UPDATE orders SET customer_id = ${customer.userId}, guest_email = NULL, guest_link_version = NULL,
    guest_link_at = NULL WHERE id = ${first}`;
  await customer.post("/panier", orderForm([{ id: product, qty: 50 }], 50_000));
  expect(await heldOf(product)).toBe(149);
});

test("what the job has released is held again within the share only", async () => {
  const product = await counted(100);
  const caller = new Caller(shop.url, "192.0.2.21");
  const id = await order(caller, product, 20);
  expect(await heldOf(product)).toBe(20);
  await sql`UPDATE orders SET created_at = now() - interval '10 hours' WHERE id = ${id}`;
  const { providerOrderId } = await startPaying(caller, id);
  for (let time = 0; time < 3; time++) {
    await sql`UPDATE payments SET created_at = now() - interval '16 minutes', updated_at = now() - interval '16 minutes'`;
    await releaseUnpaidHolds(shop);
    expect(await heldOf(product)).toBe(0);
    expect(await startPaying(caller, id)).toMatchObject({ providerOrderId });
  }
  expect(await heldOf(product)).toBe(0);
});
