import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOverdueNotices } from "#app/orders/late-delivery.server.ts";
import { markDelivered } from "#app/orders/mark-delivered.server.ts";
import { cancelLateOrder } from "#app/payments/cancel-late-order.server.ts";
import { cancelOrder } from "#app/payments/refund-order.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { frenchLongDay, frenchPeriod } from "#app/ui/french-day.ts";
import { messages } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { lateOrders } from "../support/late-order.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { textOf } from "../support/text-of.ts";

/* Late delivery (consumer code, L216-6; docs/decisions/0063-late-delivery.md). Days are moved in the orders. */
const { shop, simulator, customer, admin, notInLedger, orderOf, refundsOf, mismatchesOf } =
  await openMoneyShop();
const { db, sql } = shop;
const ON_DELIVERY = { paymentMethod: "Paiement à la livraison" };
const adminViewer = adminOf(admin);

const { path, endPeriod, endFurther, makeOverdue, ...late } = lateOrders(shop);
const post = (id: string, intent: string) => late.post(customer, id, intent);
const read = async (address: string, who = customer) => textOf(await who.read(address));
const mailsOf = async (id: string) =>
  (
    await sql`SELECT template FROM mails WHERE key LIKE ${`order-${id.toLowerCase()}-%`} ORDER BY queued_at, key`
  ).map((row) => row["template"]);
const titlesOf = async (id: string) =>
  (await db.select().from(messages).where(eq(messages.orderId, id))).map(({ title }) => title);

test("a late paid order: notice, further date, mail, cancellation and refund, each step by mail", async () => {
  const { orderId } = await payOrder(shop, customer);
  const own = `/admin/my-orders/${orderId}`;
  await endPeriod(orderId, 0);
  expect(await read(own)).not.toContain("Livraison en retard");
  expect((await post(orderId, "notice")).status).toBe(409);
  await endPeriod(orderId, 1);
  for (const address of [own, "/admin/my-orders"])
    expect(await read(address)).toContain("Livraison en retard");
  expect(await customer.read(own)).toContain(`href="${path(orderId)}"`);
  const form = await read(path(orderId));
  expect(form).toContain("mettez en demeure de livrer sous 7 jours");
  expect(form).toContain("Vous pouvez annuler tout de suite si nous refusons de livrer");
  // Only after the notice and its date.
  expect((await post(orderId, "cancel")).status).toBe(409);
  expect((await orderOf(orderId)).cancelledAt).toBeNull();

  // Twice at once is one notice.
  const asked = await Promise.all([post(orderId, "notice"), post(orderId, "notice")]);
  expect(asked.map(({ status }) => status)).toEqual([200, 200]);
  expect(textOf(await asked[0]!.text())).toContain("Votre mise en demeure est enregistrée");
  const [{ days } = {}] = await sql`
    SELECT late_until - (now() AT TIME ZONE 'Europe/Paris')::date AS days FROM orders WHERE id = ${orderId}`;
  expect(days).toBe(7);
  expect(await read("/admin/commandes?recherche=en demeure", admin)).toContain("À livrer avant le");
  expect(await read(`/admin/commandes?commande=${orderId}`, admin)).toContain(
    "Mise en demeure de livrer",
  );
  expect(await read("/admin/produits", admin)).toContain("1 en demeure");
  await endFurther(orderId, 0);
  expect((await post(orderId, "cancel")).status).toBe(409);
  expect(await mailOverdueNotices(shop)).toBe(0);

  await endFurther(orderId, 1);
  expect(await mailOverdueNotices(shop)).toBe(1);
  expect(await mailOverdueNotices(shop)).toBe(0);
  expect(await read(own)).toContain("Annuler la commande");
  const cancelled = await Promise.all([post(orderId, "cancel"), post(orderId, "cancel")]);
  expect(cancelled.map(({ status }) => status)).toEqual([200, 200]);
  expect(textOf(await cancelled[0]!.text())).toContain("Votre commande est annulée");
  expect(await orderOf(orderId)).toMatchObject({
    cancelledAt: expect.any(Date),
    cancelReason: "livraison en retard",
    isDelivered: false,
    refundedCents: 3400,
  });
  expect(await refundsOf(orderId)).toMatchObject([{ state: "done", requestedBy: null }]);
  expect((await mailsOf(orderId)).sort()).toEqual(
    [
      "order-received",
      "order-paid",
      "order-late",
      "order-late-over",
      "order-cancelled",
      "order-refunded",
    ].sort(),
  );
  expect((await titlesOf(orderId)).sort()).toEqual([
    "Commande annulée pour retard",
    "Délai de livraison passé",
    "Livraison en retard",
    "Nouvelle commande payée",
  ]);
  expect(await read("/admin/produits", admin)).not.toContain("en demeure");
  expect(await markDelivered(shop, adminViewer, { orderId, confirmsDispute: true })).toEqual({
    kind: "cancelled",
  });
});

test("the notice is refused for an order in time, unpaid, delivered, cancelled, refunded or of somebody else", async () => {
  const other = await shop.customer();
  const { orderId: inTime } = await payOrder(shop, customer);
  const unpaid = await placeOrder(shop, customer);
  const { orderId: delivered } = await payOrder(shop, customer);
  await endPeriod(unpaid, 3);
  await endPeriod(delivered, 3);
  await markDelivered(shop, adminViewer, { orderId: delivered, confirmsDispute: true });
  const { orderId: cancelled } = await payOrder(shop, customer);
  await endPeriod(cancelled, 3);
  await cancelOrder(shop, adminViewer, cancelled, "Rupture");
  for (const id of [inTime, unpaid, delivered, cancelled]) {
    expect((await post(id, "notice")).status, id).toBe(409);
    expect(await orderOf(id)).toMatchObject({ lateUntil: null });
    expect(await read(`/admin/my-orders/${id}`)).not.toContain("Livraison en retard");
  }
  expect((await other.get(path(inTime))).status).toBe(404);
  for (const intent of ["notice", "cancel"])
    expect((await other.post(path(inTime), { intent })).status).toBe(404);
  expect((await customer.post(path(inTime), { intent: "x".repeat(10_000) })).status).toBe(400);
  expect((await customer.post(path("0".repeat(26)), { intent: "notice" })).status).toBe(404);
});

test("an order paid on delivery is cancelled without a refund; a disputed one is not cancelled", async () => {
  const cash = await placeOrder(shop, customer, ON_DELIVERY);
  await makeOverdue(customer, cash);
  const answer = await post(cash, "cancel");
  expect(textOf(await answer.text())).toContain("Rien n’a été débité");
  expect(await refundsOf(cash)).toEqual([]);

  const { orderId: disputed } = await payOrder(shop, customer);
  await makeOverdue(customer, disputed);
  await sql`INSERT INTO payment_breaks (id, order_id, kind, detail) VALUES (${disputed}, ${disputed}, 'reversed', 'x')`;
  const refused = await post(disputed, "cancel");
  expect(refused.status).toBe(409);
  expect(textOf(await refused.text())).toContain("Un litige est déjà ouvert");
  expect((await orderOf(disputed)).cancelledAt).toBeNull();
});

test("a refund that the provider refuses, or that only the shop can make, becomes a mismatch for administrators", async () => {
  const { orderId } = await payOrder(shop, customer);
  await makeOverdue(customer, orderId);
  await simulator.fault("refund", "denied", { times: 1 });
  expect((await post(orderId, "cancel")).status).toBe(200);
  expect(await mismatchesOf(orderId)).toMatchObject([{ kind: "refund", resolvedAt: null }]);

  const imported = await placeOrder(shop, customer);
  notInLedger.push(imported);
  await sql`UPDATE orders SET is_paid = true, paid_at = now() WHERE id = ${imported}`;
  await makeOverdue(customer, imported);
  expect((await post(imported, "cancel")).status).toBe(200);
  expect(await refundsOf(imported)).toEqual([]);
  expect(await mismatchesOf(imported)).toMatchObject([
    { kind: "refund", detail: expect.stringContaining("à rembourser avant le") },
  ]);
});

test("delivery, an administrator's cancellation and the customer's at once: one of them happens", async () => {
  for (let round = 0; round < 12; round++) {
    const { orderId } = await payOrder(shop, customer);
    await makeOverdue(customer, orderId);
    const acts = [
      () => markDelivered(shop, adminViewer, { orderId, confirmsDispute: true }),
      () => cancelLateOrder(shop, { id: customer.userId }, orderId),
      () => cancelOrder(shop, adminViewer, orderId, "Rupture"),
      () => mailOverdueNotices(shop),
    ];
    const first = round % acts.length;
    await Promise.all([...acts.slice(first), ...acts.slice(0, first)].map((act) => act()));
    const order = await orderOf(orderId);
    expect([order.isDelivered, order.cancelledAt !== null].filter(Boolean)).toHaveLength(1);
    expect(order.refundedCents).toBe(order.cancelledAt ? order.totalCents : 0);
  }
});

test("an order that is paid later than placed is not late from its first day: its promise runs from the payment", async () => {
  const id = await placeOrder(shop, customer);
  const day = (offset: number) => parisDay(new Date(), offset);
  // Placed two days ago, to be delivered yesterday at the latest.
  await endPeriod(id, 1);
  await sql`UPDATE orders SET created_at = created_at - interval '2 days' WHERE id = ${id}`;
  const own = `/admin/my-orders/${id}`;
  const promise = frenchPeriod(day(-3), day(1));
  expect(await read(`/payement/${id}`)).toContain(promise);
  const { providerOrderId } = await startPaying(customer, id);
  await approve(customer, providerOrderId);
  await capture(customer, id, providerOrderId);
  for (const address of [own, "/admin/my-orders"]) {
    const page = await read(address);
    expect(page, address).not.toContain("Livraison en retard");
    expect(page, address).toContain(promise);
  }
  expect((await post(id, "notice")).status).toBe(409);
  const lateOnes = "/admin/commandes?etat=en-retard";
  expect(await admin.read(lateOnes)).not.toContain(id);
  const [mail] = await sql`SELECT props FROM mails WHERE key = ${`order-${id.toLowerCase()}-paid`}`;
  expect(mail!["props"]).toMatchObject({ order: { shippingUntil: day(1) } });
  // What was estimated at the order stays as it was.
  expect(await orderOf(id)).toMatchObject({ shippingUntil: day(-1) });

  // Two days after the payment it is late, by the promise.
  await sql`UPDATE orders SET created_at = created_at - interval '2 days', paid_at = paid_at - interval '2 days',
    shipping_from = shipping_from - 2, shipping_until = shipping_until - 2 WHERE id = ${id}`;
  expect(await read(own)).toContain("Livraison en retard");
  expect(await admin.read(lateOnes)).toContain(id);
  expect((await post(id, "notice")).status).toBe(200);
  const [notice] = await db
    .select()
    .from(messages)
    .where(eq(messages.id, `${id}-retard`));
  expect(notice!.message).toContain(`devait arriver au plus tard le ${frenchLongDay(day(-1))}`);
});
