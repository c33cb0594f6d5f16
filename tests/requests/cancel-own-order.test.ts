import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { messages, orders } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const cancelPath = (orderId: string) => `/admin/my-orders/${orderId}/annuler`;
const stateOf = async (orderId: string) => {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return order!;
};

test("a customer cancels an unpaid order: its payment can no longer be captured, and administrators get a notification", async () => {
  const customer = await shop.customer();
  const orderId = await placeOrder(shop, customer);
  const { providerOrderId } = await startPaying(customer, orderId);
  for (const path of ["/admin/my-orders", `/admin/my-orders/${orderId}`, `/payement/${orderId}`])
    expect(await customer.read(path), path).toContain(`href="${cancelPath(orderId)}"`);
  expect(textOf(await customer.read(cancelPath(orderId)))).toContain(
    "Voulez-vous vraiment annuler cette commande ?",
  );
  // The confirmation page changes nothing.
  expect((await stateOf(orderId)).cancelledAt).toBeNull();

  const answer = await customer.post(cancelPath(orderId), { confirmed: "1" });
  expect(textOf(await answer.text())).toContain("Votre commande est annulée");
  expect(await stateOf(orderId)).toMatchObject({
    cancelledAt: expect.any(Date),
    cancelReason: "à la demande du client",
    isPaid: false,
  });
  await approve(customer, providerOrderId);
  expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "cancelled" });
  expect(await startPaying(customer, orderId)).toEqual({ kind: "cancelled" });
  expect(
    await shop.sql`
      SELECT template, props->'isUnpaid' AS unpaid FROM mails
      WHERE key = ${`order-${orderId.toLowerCase()}-cancelled`}`,
  ).toEqual([{ template: "order-cancelled", unpaid: true }]);
  expect(await db.select().from(messages).where(eq(messages.orderId, orderId))).toMatchObject([
    { title: "Commande annulée par le client", isRead: false, name: "Claire Aubry" },
  ]);
  const admin = await shop.customer({ isAdmin: true });
  expect(textOf(await admin.read(`/admin/commandes?commande=${orderId}`))).toContain(
    "À la demande du client",
  );
  expect(textOf(await admin.read("/admin/historique"))).toMatch(/annulée? .*Client/i);

  // The form is submitted a second time.
  expect(
    textOf(await (await customer.post(cancelPath(orderId), { confirmed: "1" })).text()),
  ).toContain("Cette commande est déjà annulée");
  expect(await db.$count(messages, eq(messages.orderId, orderId))).toBe(1);
  for (const path of ["/admin/my-orders", `/admin/my-orders/${orderId}`])
    expect(await customer.read(path), path).not.toContain(cancelPath(orderId));
  expect(await brokenInvariants(shop.sql)).toEqual({});
});

test("a cancellation is refused for another customer's order, a paid one, one paid on delivery, and during a payment", async () => {
  const customer = await shop.customer();
  const another = await shop.customer();
  const unpaid = await placeOrder(shop, customer);
  expect((await another.get(cancelPath(unpaid))).status).toBe(404);
  expect((await another.post(cancelPath(unpaid), { confirmed: "1" })).status).toBe(404);

  const { orderId: paid } = await payOrder(shop, customer);
  const answer = await customer.post(cancelPath(paid), { confirmed: "1" });
  expect(answer.status).toBe(409);
  const html = await answer.text();
  expect(textOf(html)).toContain("Cette commande est payée");
  expect(html).toContain(`href="/contact?commande=${paid.slice(10)}"`);

  const onDelivery = await placeOrder(shop, customer, { paymentMethod: "Paiement à la livraison" });
  const refused = await customer.post(cancelPath(onDelivery), { confirmed: "1" });
  expect(refused.status).toBe(409);
  expect(textOf(await refused.text())).toContain("Signaler un probleme");

  await startPaying(customer, unpaid);
  await shop.sql`UPDATE payments SET state = 'unknown' WHERE order_id = ${unpaid}`;
  const pending = await customer.post(cancelPath(unpaid), { confirmed: "1" });
  expect(pending.status).toBe(409);
  expect(textOf(await pending.text())).toContain("en cours de vérification");
  await shop.sql`UPDATE payments SET state = 'created' WHERE order_id = ${unpaid}`;
  for (const orderId of [unpaid, paid, onDelivery])
    expect((await stateOf(orderId)).cancelledAt, orderId).toBeNull();
});

test.each(["the capture", "the cancellation"])(
  "a concurrent capture and cancellation, %s first: the order is paid or cancelled, never both",
  async (first) => {
    const customer = await shop.customer();
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await shop.sql`UPDATE paypal_simulator.orders SET body = body || '{"status": "APPROVED"}' WHERE id = ${providerOrderId}`;
    const waiting = () =>
      shop.sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isWaiting = (count: number) =>
      expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(count);
    const acts = [
      () => capture(customer, orderId, providerOrderId),
      () => customer.post(cancelPath(orderId), { confirmed: "1" }),
    ];
    if (first === "the cancellation") acts.reverse();
    const requests = await shop.sql.begin(async (tx) => {
      await tx`SELECT FROM orders WHERE id = ${orderId} FOR UPDATE`;
      const one = acts[0]!();
      await isWaiting(1);
      const two = acts[1]!();
      await isWaiting(2);
      return [one, two];
    });
    await Promise.all(requests);
    const { isPaid, cancelledAt } = await stateOf(orderId);
    expect({ isPaid, isCancelled: cancelledAt !== null }).toEqual(
      first === "the capture"
        ? { isPaid: true, isCancelled: false }
        : { isPaid: false, isCancelled: true },
    );
    expect(await shop.sql`SELECT FROM payment_breaks WHERE order_id = ${orderId}`).toEqual([]);
  },
);

test("the cart page shows an unpaid order to its own customer only", async () => {
  const customer = await shop.customer();
  const offer = "Vous avez une commande à payer";
  expect(await customer.read("/panier")).not.toContain(offer);
  const orderId = await placeOrder(shop, customer);
  const html = await customer.read("/panier");
  expect(html).toContain(offer);
  expect(html).toContain(`href="/payement/${orderId}"`);
  expect(html).toContain(`href="${cancelPath(orderId)}"`);
  expect(await (await shop.customer()).read("/panier")).not.toContain(offer);
  expect(await shop.visitor().read("/panier")).not.toContain(offer);
  await customer.post(cancelPath(orderId), { confirmed: "1" });
  expect(await customer.read("/panier")).not.toContain(offer);
});

test("ordering the same items again is refused with 409 while the first order is open; `again` places a second order", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(db, { name: "baume", price: 34 });
  const form = orderForm([{ id, qty: 2 }], 6_800);
  const first = (await customer.post("/panier", form)).headers.get("location")!;
  // The same idempotency key gives the same order.
  expect((await customer.post("/panier", form)).headers.get("location")).toBe(first);

  const changed = orderForm([{ id, qty: 2 }], 6_800, {
    address: "3 rue Mercière, 69002 Lyon",
    again: "",
  });
  const offered = await customer.post("/panier", changed);
  expect(offered.status).toBe(409);
  expect(await db.$count(orders, eq(orders.customerId, customer.userId))).toBe(1);
  const again = await customer.post("/panier", { ...changed, again: "1" });
  expect(again.status).toBe(302);
  expect(again.headers.get("location")).not.toBe(first);
  // Other items make a new order.
  const other = await customer.post("/panier", orderForm([{ id, qty: 1 }], 3_400));
  expect(other.status).toBe(302);
});

test("the same form sent again after a cancellation places a new order", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(db, { name: "baume", price: 34 });
  const form = orderForm([{ id, qty: 1 }], 3_400);
  const first = (await customer.post("/panier", form)).headers.get("location")!;
  await customer.post(cancelPath(first.split("/").at(-1)!), { confirmed: "1" });
  const second = (await customer.post("/panier", form)).headers.get("location")!;
  expect(second).toMatch(/^\/payement\//);
  expect(second).not.toBe(first);
});

test("an order whose id another order has as idempotency key can be cancelled", async () => {
  const customer = await shop.customer();
  const [unpaid, { orderId: paid }] = [
    await placeOrder(shop, customer),
    await payOrder(shop, customer),
  ];
  for (const idempotencyKey of [unpaid, paid]) await placeOrder(shop, customer, { idempotencyKey });
  const answer = await customer.post(cancelPath(unpaid), { confirmed: "1" });
  expect(textOf(await answer.text())).toContain("Votre commande est annulée");
  const admin = await shop.customer({ isAdmin: true });
  const form = { intent: "cancel", reason: "Rupture", seen: "0", confirmed: "1" };
  expect((await admin.post(`/admin/commandes/${paid}/remboursement`, form)).status).toBe(200);
  for (const orderId of [unpaid, paid])
    expect((await stateOf(orderId)).cancelledAt, orderId).toBeInstanceOf(Date);
});
