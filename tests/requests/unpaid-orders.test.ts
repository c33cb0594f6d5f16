import { describe, expect, test } from "vitest";
import { endUnpaidOrders } from "#app/payments/end-unpaid-orders.server.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { sampleReduction } from "../support/reductions.ts";
import { countProduct, stockOf } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

/* An online order that nobody pays ends (docs/decisions/0093-unpaid-orders-end.md). Time is moved in the orders. */
const {
  shop,
  simulator,
  customer,
  admin,
  reconcile,
  orderOf,
  paymentsOf,
  mismatchesOf,
  notInLedger,
} = await openMoneyShop();
const { db, sql } = shop;
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

const SALES = "/admin/reglages/vente";
const ENDED = "Cette commande a pris fin faute de paiement le";
const ago = (id: string, hours: number) =>
  sql`UPDATE orders SET created_at = created_at - make_interval(hours => ${hours}) WHERE id = ${id}`;
const isOver = async (id: string) => (await orderOf(id)).cancelledAt !== null;
const mailsOf = async (id: string) =>
  (
    await sql`SELECT template FROM mails WHERE key LIKE ${`order-${id.toLowerCase()}-%`} ORDER BY template`
  ).map((row) => row["template"]);
const order = (item: { id: string; qty: number }, totalCents: number, code = "") =>
  customer.post("/panier", orderForm([item], totalCents, { code }));
const idOf = (response: Response) => response.headers.get("location")!.split("/").at(-1)!;
const saveSales = (fields: Record<string, string>) =>
  admin.post(SALES, {
    countries: "France",
    unpaidDays: "3",
    version: String(shop.settings.current().versions.sales),
    ...fields,
  });

test("an unpaid online order ends after three days: its pieces and its code's use come back, with one mail and nothing to administrators", async () => {
  const list = JSON.stringify([sampleReduction({ code: "UNE-FOIS", value: "50", most: "1" })]);
  await admin.post("/admin/reglages/reductions", { list, version: "0" });
  const id = await insertProduct(db, { name: "crème au lin", price: 34 });
  await countProduct(sql, id, 2);
  const placed = idOf(await order({ id, qty: 2 }, 3_400, "UNE-FOIS"));
  await ago(placed, 71);
  expect(await endUnpaidOrders(shop)).toBe(0);
  expect(textOf(await customer.read(`/payement/${placed}`))).toContain("Sans paiement avant le");
  await ago(placed, 2);
  const messages = await sql`SELECT FROM messages`;
  const ended = await Promise.all([endUnpaidOrders(shop), endUnpaidOrders(shop)]);
  expect(ended.toSorted()).toEqual([0, 1]);
  expect(await endUnpaidOrders(shop)).toBe(0);
  expect(await orderOf(placed)).toMatchObject({
    cancelledAt: expect.any(Date),
    cancelReason: "faute de paiement",
    isPaid: false,
  });
  expect(await stockOf(db, id)).toMatchObject({ onHand: 2, held: 0 });
  expect(await mailsOf(placed)).toEqual(["order-cancelled", "order-received"]);
  expect(await sql`SELECT FROM messages`).toHaveLength(messages.length);
  expect(textOf(await admin.read("/admin/historique"))).toContain("faute de paiement");
  for (const path of ["/panier", "/admin/my-orders"])
    expect(await customer.read(path), path).not.toContain(`/payement/${placed}`);
  const page = textOf(await customer.read(`/admin/my-orders/${placed}`));
  expect(page).toContain(ENDED);
  expect(page).toContain("Remplir le panier");
  expect((await customer.get(`/payement/${placed}`)).headers.get("location")).toBe(
    `/admin/my-orders/${placed}`,
  );
  // The code is there for one more order.
  expect((await order({ id, qty: 1 }, 1_700, "UNE-FOIS")).status).toBe(302);
});

test("a payment is refused before the provider is called, also when the job has not come by", async () => {
  const id = await placeOrder(shop, customer);
  await ago(id, 60 * 24);
  expect(await startPaying(customer, id)).toEqual({ kind: "cancelled" });
  expect(await paymentsOf(id)).toEqual([]);
  expect(await isOver(id)).toBe(true);
  expect(await mailsOf(id)).toEqual(["order-cancelled", "order-received"]);
  // Of somebody else, nothing ends.
  const other = await placeOrder(shop, customer);
  await ago(other, 100);
  expect(await startPaying(await shop.customer(), other)).toEqual({ kind: "not-found" });
  expect(await isOver(other)).toBe(false);
  await endUnpaidOrders(shop);
});

describe("with a payment", () => {
  test.each(["created", "capturing", "unknown", "mismatch"])(
    "whose state is « %s », an order does not end",
    async (state) => {
      const id = await placeOrder(shop, customer);
      await startPaying(customer, id);
      await sql`UPDATE payments SET state = ${state} WHERE order_id = ${id}`;
      await ago(id, 100);
      expect(await endUnpaidOrders(shop)).toBe(0);
      expect(await isOver(id)).toBe(false);
      await sql`UPDATE payments SET state = 'created' WHERE order_id = ${id}`;
    },
  );

  test("that began in time and is still open, it is paid; a second one is refused once the first has expired", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await ago(orderId, 73);
    // The same attempt goes on in another tab.
    expect(await startPaying(customer, orderId)).toMatchObject({ providerOrderId });
    await approve(customer, providerOrderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
    const late = await placeOrder(shop, customer);
    await startPaying(customer, late);
    await ago(late, 73);
    await sql`UPDATE payments SET created_at = now() - interval '4 hours' WHERE order_id = ${late}`;
    // It may have been approved: first the provider is asked.
    expect(await startPaying(customer, late)).toEqual({ kind: "refused" });
    await reconcile();
    expect(await startPaying(customer, late)).toEqual({ kind: "cancelled" });
    expect(await paymentsOf(late)).toMatchObject([{ state: "failed", attempt: 1 }]);
  });

  test("whose approval comes after the end, nothing is captured; money that came nevertheless is a mismatch", async () => {
    const id = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, id);
    await ago(id, 73);
    await sql`UPDATE payments SET state = 'failed' WHERE order_id = ${id}`;
    expect(await endUnpaidOrders(shop)).toBe(1);
    // Its webhook comes at once.
    await approve(customer, providerOrderId);
    await simulator.resendWebhooks(1);
    expect(await capture(customer, id, providerOrderId)).toEqual({ kind: "cancelled" });
    expect(await paymentsOf(id)).toMatchObject([{ state: "failed", captureId: null }]);
    expect(await orderOf(id)).toMatchObject({ isPaid: false });
    expect(await mismatchesOf(id)).toEqual([]);
  });

  test.each(["the capture", "the job"])(
    "at the moment of the end, %s first: the order is paid or ended, never both",
    async (first) => {
      const id = await placeOrder(shop, customer);
      const { providerOrderId } = await startPaying(customer, id);
      await sql`UPDATE paypal_simulator.orders SET body = body || '{"status": "APPROVED"}' WHERE id = ${providerOrderId}`;
      await ago(id, 73);
      const isWaiting = (count: number) =>
        expect
          .poll(
            async () =>
              (
                await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
              ).length,
            { timeout: 10_000 },
          )
          .toBe(count);
      const acts = [() => capture(customer, id, providerOrderId), () => endUnpaidOrders(shop)];
      if (first === "the job") acts.reverse();
      await sql`UPDATE payments SET state = 'failed', detail = 'expired' WHERE order_id = ${id}`;
      const requests = await sql.begin(async (tx) => {
        await tx`SELECT FROM orders WHERE id = ${id} FOR UPDATE`;
        const one = acts[0]!();
        await isWaiting(1);
        const two = acts[1]!();
        await isWaiting(2);
        // What the job read before the lock is no longer so.
        await tx`UPDATE payments SET state = 'created', detail = NULL WHERE order_id = ${id}`;
        return [one, two];
      });
      await Promise.all(requests);
      const { isPaid, cancelledAt } = await orderOf(id);
      expect({ isPaid, isOver: cancelledAt !== null }).toEqual({ isPaid: true, isOver: false });
      expect(await mismatchesOf(id)).toEqual([]);
    },
  );
});

test("paid, delivered and cash orders do not end; one of long ago ends without a mail", async () => {
  const { orderId: paid } = await payOrder(shop, customer);
  const cash = await placeOrder(shop, customer, { paymentMethod: "Paiement à la livraison" });
  const delivered = await placeOrder(shop, customer);
  await admin.post("/admin/commandes", { intent: "deliver", id: delivered });
  const old = await placeOrder(shop, customer);
  notInLedger.push(cash, delivered);
  for (const id of [paid, cash, delivered]) await ago(id, 100);
  await ago(old, 24 * 91);
  expect(await endUnpaidOrders(shop)).toBe(1);
  for (const id of [paid, cash, delivered]) expect(await isOver(id)).toBe(false);
  expect(await isOver(old)).toBe(true);
  expect(await mailsOf(old)).toEqual(["order-received"]);
  // A delivered order is still to be paid.
  expect(await startPaying(customer, delivered)).toMatchObject({ kind: "started" });
});

test("the period is a setting of one to thirty days; the terms say it, and keep a version of it", async () => {
  const terms = async () => textOf(await shop.visitor().read("/condition-generale-de-vente"));
  expect(await terms()).toContain("prend fin sans paiement dans les 3 jours");
  const hash = () => shop.settings.current().terms!.inForce.hash;
  const before = hash();
  for (const unpaidDays of ["0", "31", "3,5", "trois"]) {
    const refused = await saveSales({ unpaidDays });
    expect(refused.status, unpaidDays).toBe(400);
    expect(await refused.text()).toContain("Indiquez un nombre de jours, de 1 à 30.");
  }
  expect((await saveSales({ unpaidDays: "1" })).status).toBe(200);
  expect(await terms()).toContain("prend fin sans paiement dans les 24 heures");
  expect(hash()).not.toBe(before);
  const id = await placeOrder(shop, customer);
  await ago(id, 25);
  expect(await endUnpaidOrders(shop)).toBe(1);
  expect(await isOver(id)).toBe(true);
});
