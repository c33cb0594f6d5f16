import { describe, expect, test } from "vitest";
import { settlePayment } from "#app/payments/settle-payment.server.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { textOf } from "../support/text-of.ts";

const {
  shop,
  simulator,
  customer,
  admin,
  reconcile,
  orderOf,
  paymentsOf,
  mismatchesOf,
  approvedOrder,
} = await openMoneyShop();

describe("the provider fails or declines", () => {
  test.each(["lost", "error", "reset"] as const)(
    "the response to the capture is %s: the page shows « en cours de vérification », and the order is paid once",
    async (kind) => {
      const orderId = await placeOrder(shop, customer);
      const { providerOrderId } = await startPaying(customer, orderId);
      await simulator.fault("webhook", "hold", { times: 2 });
      await approve(customer, providerOrderId);
      await simulator.fault("capture", kind);
      expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
      const page = textOf(await customer.read(`/payement/${orderId}`));
      expect(page).toContain(
        "Une erreur s'est produite : paiement en cours de vérification Le prestataire",
      );
      // Nothing invites to a second payment, or threatens with the end of the order.
      expect(page).not.toMatch(/Payer plus tard|prend fin/);
      const own = await customer.read(`/admin/my-orders/${orderId}`);
      expect(textOf(await customer.read(`/admin/my-orders/${orderId}/annuler`))).toContain(
        "Un paiement est en cours de vérification",
      );
      expect(textOf(own)).toContain("En cours de vérification");
      for (const text of [page, textOf(own)])
        expect(text).toContain(
          "Le prestataire n’a pas encore confirmé votre paiement. Ne payez pas une seconde fois : cette page",
        );
      expect(textOf(own)).toContain("Paiement en vérification");
      expect(textOf(own)).not.toContain("Paiement attendu");
      for (const html of [own, await customer.read("/admin/my-orders")])
        for (const path of [`/payement/${orderId}`, `/admin/my-orders/${orderId}/annuler`])
          expect(html).not.toContain(`href="${path}"`);
      expect(await startPaying(customer, orderId)).toEqual({ kind: "pending" });
      await reconcile();
      expect((await orderOf(orderId)).isPaid).toBe(true);
    },
  );

  test("the response to create is lost: the next request gets the same provider order", async () => {
    const orderId = await placeOrder(shop, customer);
    await simulator.fault("create", "lost");
    expect((await startPaying(customer, orderId)).kind).toBe("refused");
    const [one, two] = [await startPaying(customer, orderId), await startPaying(customer, orderId)];
    expect(one.providerOrderId).toBe(two.providerOrderId);
    expect(await paymentsOf(orderId)).toHaveLength(1);
  });

  test("the card is declined: it is not captured later, and the customer can choose another card in the same attempt", async () => {
    const { orderId, providerOrderId } = await approvedOrder();
    await simulator.fault("capture", "declined");
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "declined" });
    await simulator.resendWebhooks(1);
    await reconcile();
    expect((await orderOf(orderId)).isPaid).toBe(false);
    expect((await startPaying(customer, orderId)).providerOrderId).toBe(providerOrderId);
    await simulator.fault("webhook", "hold");
    await approve(customer, providerOrderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "captured", refusals: 1 }]);
  });

  test("the simulator's window offers a card that is declined", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    const choose = (isDeclined: boolean) =>
      customer.postJson(`/simulateur-paypal/approve/${providerOrderId}`, {
        email: "payeur@exemple.fr",
        isDeclined,
      });
    await choose(true);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "declined" });
    await choose(false);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
  });

  test.each(["denied"] as const)(
    "the capture is %s: it is not captured later, and the customer can start a new attempt at once",
    async (kind) => {
      const { orderId, providerOrderId } = await approvedOrder();
      await simulator.fault("capture", kind);
      expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "refused" });
      await simulator.resendWebhooks(1);
      await reconcile();
      expect((await orderOf(orderId)).isPaid).toBe(false);
      const next = await startPaying(customer, orderId);
      expect(next.providerOrderId).not.toBe(providerOrderId);
      await approve(customer, next.providerOrderId);
      expect(await capture(customer, orderId, next.providerOrderId)).toEqual({ kind: "paid" });
      expect(await paymentsOf(orderId)).toMatchObject([{ state: "failed" }, { state: "captured" }]);
    },
  );

  test("reading the payment is forbidden: the payment stays pending until it can be read", async () => {
    const { orderId, providerOrderId } = await approvedOrder();
    await simulator.fault("capture", "lost");
    await capture(customer, orderId, providerOrderId);
    await simulator.fault("get", "forbidden");
    await reconcile();
    expect(await startPaying(customer, orderId)).toEqual({ kind: "pending" });
    await reconcile();
    expect((await orderOf(orderId)).isPaid).toBe(true);
  });

  test("captured already by another request: pending until the capture can be read, then paid", async () => {
    const { orderId, providerOrderId } = await approvedOrder();
    await simulator.fault("capture", "lost");
    await capture(customer, orderId, providerOrderId);
    await shop.sql`UPDATE payments SET refusals = 1 WHERE order_id = ${orderId}`;
    await simulator.fault("get", "forbidden");
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
  });

  test("captured by an earlier attempt marked as failed: that attempt becomes captured, and no second capture is made", async () => {
    const { orderId, providerOrderId } = await approvedOrder();
    await simulator.fault("capture", "lost");
    await capture(customer, orderId, providerOrderId);
    await shop.sql`UPDATE payments SET state = 'failed' WHERE order_id = ${orderId}`;
    const next = await startPaying(customer, orderId);
    await simulator.fault("webhook", "hold");
    await approve(customer, next.providerOrderId);
    await simulator.fault("capture", "once");
    await simulator.fault("get", "error");
    expect((await capture(customer, orderId, next.providerOrderId)).kind).toBe("pending");
    await simulator.fault("capture", "once", { times: 2 });
    await reconcile();
    expect(await paymentsOf(orderId)).toMatchObject([
      { providerOrderId, state: "captured" },
      { state: "failed" },
    ]);
  });

  test("a stale read result does not end a capture in progress", async () => {
    const orderId = await placeOrder(shop, customer);
    await startPaying(customer, orderId);
    const [payment] = await paymentsOf(orderId);
    const ask = (readAt: Date) =>
      settlePayment(shop, payment!, { kind: "not-approved", detail: "CREATED", readAt });
    await shop.sql`UPDATE payments SET state = 'capturing', updated_at = now() WHERE order_id = ${orderId}`;
    await ask(new Date());
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "capturing" }]);
    await ask(new Date(Date.now() + 60_000));
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "created" }]);
  });

  test("a payment that fails to be stored does not block the check of the others", async () => {
    const other = await payOrder(shop, customer);
    const [taken] = await paymentsOf(other.orderId);
    const [bad, good] = [await approvedOrder(), await approvedOrder()];
    for (const { orderId, providerOrderId } of [bad, good]) {
      await simulator.fault("capture", "lost");
      await capture(customer, orderId, providerOrderId);
    }
    // The capture has another payment's id.
    const rename = (from: string, to: string) => shop.sql`
      UPDATE paypal_simulator.orders SET body = replace(body::text, ${from}, ${to})::jsonb
      WHERE id = ${bad.providerOrderId}`;
    const [{ own }] = await shop.sql<[{ own: string }]>`
      SELECT capture_id AS own FROM paypal_simulator.orders WHERE id = ${bad.providerOrderId}`;
    await rename(own, taken!.captureId!);
    await reconcile();
    expect(shop.takeErrors().join()).toContain("payment check");
    expect((await orderOf(good.orderId)).isPaid).toBe(true);
    await rename(taken!.captureId!, own);
  });

  test("a pending capture: the order is unpaid until it completes and cannot be paid twice", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await simulator.fault("webhook", "hold");
    await approve(customer, providerOrderId);
    await simulator.fault("capture", "pending");
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
    await reconcile();
    expect((await orderOf(orderId)).isPaid).toBe(false);
    expect(await startPaying(customer, orderId)).toEqual({ kind: "pending" });
    await simulator.finishCapture(providerOrderId, "COMPLETED");
    await expect.poll(async () => (await orderOf(orderId)).isPaid).toBe(true);
  });

  test.each([
    ["amount", { value: 100 }],
    ["currency", {}],
    ["payee", {}],
  ] as const)(
    "a wrong %s: the order stays unpaid, a payment break is recorded, and once resolved the customer can pay again",
    async (kind, more) => {
      const orderId = await placeOrder(shop, customer, { price: kind === "currency" ? 35 : 34 });
      const { providerOrderId } = await startPaying(customer, orderId);
      await simulator.fault("webhook", "hold");
      await approve(customer, providerOrderId);
      await simulator.fault("capture", kind, more);
      expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
      expect((await orderOf(orderId)).isPaid).toBe(false);
      const [found] = await mismatchesOf(orderId);
      expect(found).toMatchObject({ kind });
      expect(found!.detail).not.toContain(" EUR");
      expect(textOf(await admin.read("/admin/paiements"))).toContain(textOf(found!.detail));
      await admin.post("/admin/paiements", { intent: "resolve", id: found!.id });
      // The provider refuses a second capture with the same invoice id, so a new one is used.
      const next = await startPaying(customer, orderId);
      await simulator.fault("webhook", "hold");
      await approve(customer, next.providerOrderId);
      await simulator.fault("capture", "once");
      expect(await capture(customer, orderId, next.providerOrderId)).toEqual({ kind: "paid" });
    },
  );

  test("an attempt expires after three hours, and the next one has a new provider order", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await shop.sql`UPDATE payments SET created_at = now() - interval '4 hours' WHERE order_id = ${orderId}`;
    await reconcile();
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "failed", detail: "expired" }]);
    const next = await startPaying(customer, orderId);
    expect(next.providerOrderId).not.toBe(providerOrderId);
    // A late approval of the expired attempt captures nothing.
    await approve(customer, providerOrderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "refused" });
    await approve(customer, next.providerOrderId);
    expect((await capture(customer, orderId, next.providerOrderId)).kind).toBe("paid");
  });
});
