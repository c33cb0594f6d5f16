import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { syncPayment } from "#app/payments/capture-payment.server.ts";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import { refundOrder } from "#app/payments/refund-order.server.ts";
import { invoices, mails } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { textOf } from "../support/text-of.ts";

const {
  shop,
  simulator,
  customer,
  admin,
  notInLedger,
  reconcile,
  orderOf,
  paymentsOf,
  refundsOf,
  mismatchesOf,
  submitRefund,
} = await openMoneyShop();
const { db } = shop;

describe("refunds", () => {
  test("a number that only programs write is refused beside its field", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    const fields = { intent: "lines", "quantity-0": "1", seen: "0", reason: "Retard" };
    for (const quantity of ["0x1", "1e0", "1.0"])
      expect(await submitRefund(orderId, { ...fields, "quantity-0": quantity })).toContain(
        "de 0 à 3",
      );
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test("a refund by line, then of the rest: order, ledger, credit notes, mails and history agree", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    expect(
      await submitRefund(orderId, {
        intent: "lines",
        "quantity-0": "1",
        seen: "0",
        reason: "Flacon fendu",
      }),
    ).toContain("20 € remboursés");
    expect((await orderOf(orderId)).refundedCents).toBe(2_000);
    expect(
      await submitRefund(orderId, { intent: "rest", seen: "2000", reason: "Tout est revenu" }),
    ).toContain("40 € remboursés");
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ refundedCents: 6_000, isPaid: true });
    const notes = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
    expect(notes.map(({ kind }) => kind).toSorted()).toEqual([
      "credit-note",
      "credit-note",
      "invoice",
    ]);
    const refunded = [{ name: "Crème", unitPriceCents: 2_000, quantity: 1 }];
    for (const { id, amountCents } of await refundsOf(orderId))
      expect(
        await db
          .select({ props: mails.props })
          .from(mails)
          .where(eq(mails.key, `order-${orderId.toLowerCase()}-refunded-${id.toLowerCase()}`)),
      ).toMatchObject([{ props: { refundedLines: amountCents === 2_000 ? refunded : null } }]);
    const orderPage = textOf(await customer.read(`/admin/my-orders/${orderId}`));
    expect(orderPage).toContain("Remboursement, 20 €");
    expect(textOf(await admin.read("/admin/historique"))).toContain("Flacon fendu");
  });

  test("concurrent identical requests refund once", async () => {
    const { orderId } = await payOrder(shop, customer);
    const path = `/admin/commandes/${orderId}/remboursement`;
    const fields = { intent: "rest", seen: "0", reason: "Erreur", confirmed: "1" };
    await Promise.all(Array.from({ length: 5 }, () => admin.post(path, fields)));
    expect(await refundsOf(orderId)).toHaveLength(1);
    expect((await orderOf(orderId)).refundedCents).toBe(3_400);
  });

  test.each(["lost", "error", "pending"] as const)(
    "the provider's response is %s: the refund is pending, then done once",
    async (kind) => {
      const { orderId, providerOrderId } = await payOrder(shop, customer);
      await simulator.fault("webhook", "hold");
      await simulator.fault("refund", kind);
      expect(
        await submitRefund(orderId, { intent: "rest", seen: "0", reason: "Retour" }),
      ).toContain("pas encore confirmé");
      if (kind === "pending") {
        // The provider has the refund: its state is read, it is not sent again.
        const refundCapture = vi.fn<typeof shop.paypal.refundCapture>(shop.paypal.refundCapture);
        const watched = { ...shop, paypal: { ...shop.paypal, refundCapture } };
        await checkPayments(watched, { olderThanSeconds: 0 });
        expect(refundCapture).not.toHaveBeenCalled();
        expect(await refundsOf(orderId)).toMatchObject([{ state: "unknown", detail: "PENDING" }]);
        await simulator.fault("webhook", "hold");
        await simulator.finishRefunds("COMPLETED");
      }
      // The provider may omit the custom_id that the shop sent.
      if (kind === "lost")
        await shop.sql`
          UPDATE paypal_simulator.orders SET body = body #- '{purchase_units,0,payments,refunds,0,custom_id}'
          WHERE id = ${providerOrderId}`;
      await reconcile();
      expect(await refundsOf(orderId)).toMatchObject([{ state: "done", amountCents: 3_400 }]);
      expect(await mismatchesOf(orderId)).toEqual([]);
    },
  );

  test("refused by the provider: the page says so, and the refund can be requested again", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("refund", "denied");
    expect(await submitRefund(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "PayPal refuse",
    );
    expect((await orderOf(orderId)).refundedCents).toBe(0);
    expect(await mismatchesOf(orderId)).toEqual([]);
    expect(await submitRefund(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "34 € remboursés",
    );
    expect((await orderOf(orderId)).refundedCents).toBe(3_400);
    // The history has each request and its outcome.
    const history = textOf(await admin.read("/admin/historique"));
    const number = deliveryNumber(orderId);
    const entries = [
      ...history.matchAll(new RegExp(`(PayPal|Claire Aubry) ${number} (\\S+ \\S+)`, "g")),
    ];
    expect(entries.map(([, actor, action]) => `${actor}: ${action}`)).toEqual([
      "PayPal: Commande remboursée",
      "Claire Aubry: Remboursement demandé",
      "PayPal: Remboursement refusé",
      "Claire Aubry: Remboursement demandé",
    ]);
  });

  /** Requests a refund; runs `meanwhile` between the provider's response and its return to the shop. */
  function requestRefund(orderId: string, meanwhile: () => Promise<unknown>) {
    const refundCapture: typeof shop.paypal.refundCapture = async (...asked) => {
      const answer = await shop.paypal.refundCapture(...asked);
      await meanwhile();
      return answer;
    };
    return refundOrder(
      { ...shop, paypal: { ...shop.paypal, refundCapture } },
      adminOf(admin),
      orderId,
      { reason: "Retour", lines: "rest", seenCents: 0 },
    );
  }

  test("refused, and the webhook is processed before the response: the outcome is « refused », without a payment break", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    await simulator.fault("webhook", "hold");
    await simulator.fault("refund", "denied");
    const outcome = await requestRefund(orderId, () => syncPayment(shop, payment!));
    expect(outcome).toMatchObject({ kind: "refused" });
    expect(await refundsOf(orderId)).toMatchObject([{ state: "failed" }]);
    expect(await mismatchesOf(orderId)).toEqual([]);
  });

  test("refused, and the process ends before the response: the reconciler records a payment break", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("webhook", "hold");
    await simulator.fault("refund", "denied");
    const ended = requestRefund(orderId, () => Promise.reject(new Error("the process ends")));
    await expect(ended).rejects.toThrow("the process ends");
    await reconcile();
    expect(await refundsOf(orderId)).toMatchObject([{ state: "failed" }]);
    expect(await mismatchesOf(orderId)).toMatchObject([{ kind: "refund" }]);
  });

  test("refused: the form keeps reason and quantities and shows the cause in French", async () => {
    // A webhook would read the payment concurrently.
    await simulator.fault("webhook", "hold");
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    notInLedger.push(orderId);
    // The provider has no such capture.
    await shop.sql`UPDATE payments SET capture_id = 'AILLEURS' || order_id WHERE order_id = ${orderId}`;
    await simulator.fault("get", "error");
    const path = `/admin/commandes/${orderId}/remboursement`;
    const answer = await admin.post(path, {
      intent: "lines",
      "quantity-0": "2",
      seen: "0",
      reason: "Deux flacons fendus",
      confirmed: "1",
    });
    const html = await answer.text();
    expect(textOf(html)).toContain("PayPal ne connaît pas ce paiement");
    expect(html).not.toContain("RESOURCE_NOT_FOUND");
    expect(html).toMatch(/<textarea[^>]*>Deux flacons fendus<\/textarea>/);
    expect(html).toMatch(/name="quantity-0"[^>]*value="2"|value="2"[^>]*name="quantity-0"/);
  });

  test("pending, then failed: administrators get a payment break and a notification, and the order's history shows it", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("refund", "pending");
    await submitRefund(orderId, { intent: "rest", seen: "0", reason: "Retour" });
    await simulator.finishRefunds("FAILED");
    await expect.poll(async () => (await refundsOf(orderId))[0]?.state).toBe("failed");
    const [refund] = await refundsOf(orderId);
    expect(await mismatchesOf(orderId)).toMatchObject([
      { kind: "refund", id: `echec-${refund!.id}` },
    ]);
    expect(textOf(await admin.read("/admin/paiements"))).toContain("n’a pas abouti chez PayPal");
    expect(textOf(await admin.read("/admin/notifications"))).toMatch(
      /Remboursement à vérifier\. Commande \w+, le remboursement de 34\s€ n’a pas abouti chez PayPal\s: PayPal n’a pas pu/,
    );
    expect(textOf(await customer.read(`/admin/my-orders/${orderId}`))).toContain(
      "Remboursement non abouti, 34 €",
    );
    expect(await submitRefund(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "34 € remboursés",
    );
  });

  test("pending read before a failure and applied after it: the refund stays failed, with one payment break", async () => {
    const { orderId, providerOrderId } = await payOrder(shop, customer);
    await simulator.fault("refund", "pending");
    await submitRefund(orderId, { intent: "rest", seen: "0", reason: "Retour" });
    const pending = await shop.paypal.getOrder(providerOrderId);
    await simulator.finishRefunds("FAILED");
    await expect.poll(async () => (await refundsOf(orderId))[0]?.state).toBe("failed");
    const [payment] = await paymentsOf(orderId);
    const late = { ...shop.paypal, getOrder: () => Promise.resolve(pending) };
    await syncPayment({ ...shop, paypal: late }, payment!);
    expect(await refundsOf(orderId)).toMatchObject([{ state: "failed" }]);
    await reconcile();
    expect(await mismatchesOf(orderId)).toHaveLength(1);
  });

  test("an imported paid order: the refund is to be made by hand, and the mail does not mention the provider", async () => {
    const orderId = await placeOrder(shop, customer);
    notInLedger.push(orderId);
    await shop.sql`UPDATE orders SET is_paid = true, paid_at = now() WHERE id = ${orderId}`;
    const path = `/admin/commandes/${orderId}/remboursement`;
    const fields = { intent: "rest", seen: "0", reason: "Retour" };
    const confirmation = textOf(await (await admin.post(path, fields)).text());
    expect(confirmation).toContain("à rendre vous-même (34 €)");
    expect(await submitRefund(orderId, fields)).toContain("34 € à rendre vous-même");
    const [refund] = await refundsOf(orderId);
    expect(refund).toMatchObject({ paymentId: null, state: "done" });
    const key = `order-${orderId.toLowerCase()}-refunded-${refund!.id.toLowerCase()}`;
    const [mail] = await db.select().from(mails).where(eq(mails.key, key));
    expect(mail!.props).toMatchObject({ isByProvider: false });
  });

  test.each([
    [{ intent: "rest", seen: "0", reason: "" }, "Indiquez le motif"],
    [{ intent: "lines", seen: "0", reason: "Retour", "quantity-0": "2" }, "Crème : de 0 à 1"],
    [{ intent: "lines", seen: "0", reason: "Retour", "quantity-0": "-1" }, "Crème : de 0 à 1"],
    [{ intent: "lines", seen: "0", reason: "Retour", "quantity-0": "0,5" }, "Crème : de 0 à 1"],
    [{ intent: "lines", seen: "0", reason: "Retour" }, "Choisissez au moins un article"],
    [{ intent: "rest", seen: "0", reason: "x".repeat(501) }, "500 caractères au plus"],
  ])("invalid input is refused with a message at its field: %j", async (fields, message) => {
    const { orderId } = await payOrder(shop, customer);
    expect(await submitRefund(orderId, fields as Record<string, string>)).toContain(message);
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test("an order paid on delivery is refunded by hand once delivered", async () => {
    const orderId = await placeOrder(shop, customer, { paymentMethod: "Paiement à la livraison" });
    await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect(await submitRefund(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "à rendre vous-même",
    );
    expect(await refundsOf(orderId)).toMatchObject([{ paymentId: null, state: "done" }]);
  });
});
