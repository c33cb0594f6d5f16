import { describe, expect, onTestFinished, test, vi } from "vitest";
import { recordProviderRefunds } from "#app/payments/provider-refunds.server.ts";
import { handleEvent } from "#app/payments/webhook-endpoint.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";

const {
  shop,
  simulator,
  customer,
  notInLedger,
  reconcile,
  orderOf,
  paymentsOf,
  refundsOf,
  mismatchesOf,
  reconcileADayLater,
  submitRefund,
} = await openMoneyShop();

describe("webhooks", () => {
  test("the payer approves and closes the window: the webhook captures the payment", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await approve(customer, providerOrderId);
    await expect.poll(async () => (await orderOf(orderId)).isPaid).toBe(true);
  });

  test("repeated, unordered events concurrent with the browser give one capture, message, invoice and mail", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await approve(customer, providerOrderId);
    await Promise.all([
      ...Array.from({ length: 3 }, () => capture(customer, orderId, providerOrderId)),
      simulator.resendWebhooks(5),
    ]);
    await simulator.resendWebhooks(5);
    expect((await orderOf(orderId)).isPaid).toBe(true);
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "captured" }]);
  });

  test("forged, tampered, unsigned and malformed events are refused", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await simulator.fault("webhook", "hold");
    await approve(customer, providerOrderId);
    const event = JSON.stringify({
      id: "WH-1",
      event_type: "CHECKOUT.ORDER.APPROVED",
      resource: { id: providerOrderId },
    });
    const signed = {
      "paypal-auth-algo": "HMAC",
      "paypal-cert-url": "https://ailleurs.example/cert",
      "paypal-transmission-id": "1",
      "paypal-transmission-time": "2026-11-21T10:00:00Z",
      "paypal-transmission-sig": "Zm9yZ2Vk",
    };
    const send = async (body: string, headers: Record<string, string>) =>
      (await fetch(`${shop.url}/webhooks/paypal`, { method: "POST", headers, body })).status;
    expect(await send(event, signed)).toBe(403);
    expect(await send(event, {})).toBe(403);
    // A genuine signature, but of another body.
    const genuine = await simulator.sign(event.replace("APPROVED", "SAVED"));
    expect(await send(event, genuine)).toBe(403);
    expect(await send(event.replace("APPROVED", "SAVED"), genuine)).toBe(200);
    expect(await send(`${event},"webhook_id":"demonstration"`, signed)).toBe(400);
    expect(await send("{}", signed)).toBe(400);
    // The fault is set for several calls, because webhooks of earlier payments may still arrive and be verified.
    await simulator.fault("verify", "error", { times: 9 });
    // Events about unknown payments are not verified.
    for (const id of ["AILLEURS", "a\u0000b"])
      expect(await send(JSON.stringify({ ...JSON.parse(event), resource: { id } }), signed)).toBe(
        200,
      );
    expect(await send(event.replace("APPROVED", "SAVED"), signed)).toBe(503);
    // The payment is settled by now: these tell nothing new.
    expect(await send(event, signed)).toBe(200);
  });

  test("the event of an approval waits for the browser's capture, and is not verified then", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    // Verifying it would answer 403: it has no signature.
    const event = fetch(`${shop.url}/webhooks/paypal`, {
      method: "POST",
      body: JSON.stringify({
        id: "WH-2",
        event_type: "CHECKOUT.ORDER.APPROVED",
        resource: { id: providerOrderId },
      }),
    });
    await approve(customer, providerOrderId);
    await capture(customer, orderId, providerOrderId);
    expect((await event).status).toBe(200);
  });

  test("browser and webhook share one request for the capture", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    const requests = vi.spyOn(shop.paypal, "captureOrder");
    onTestFinished(() => requests.mockRestore());
    await approve(customer, providerOrderId);
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => capture(customer, orderId, providerOrderId)),
    );
    for (const { kind } of outcomes) expect(kind).toBe("paid");
    const asked = requests.mock.calls.filter(([, id]) => id === providerOrderId);
    expect(asked).toHaveLength(1);
  });

  test("a reversed capture is recorded as a payment break, once", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    const event = {
      id: "WH-reversed",
      type: "PAYMENT.CAPTURE.REVERSED",
      subject: { captureId: payment!.captureId! },
      amount: { amountCents: 1_250, currency: "EUR" },
      dispute: null,
    };
    await Promise.all([handleEvent(shop, event), handleEvent(shop, event)]);
    expect(await mismatchesOf(orderId)).toMatchObject([
      { kind: "reversed", detail: expect.stringContaining("12,50\u00a0€ du montant") },
    ]);
    expect((await orderOf(orderId)).isPaid).toBe(true);
  });
});

describe("refunds and reversals made at the provider", () => {
  test("a refund made at the provider is recorded by its webhook", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    await simulator.refundAtProvider(payment!.captureId!, "10.00");
    await expect.poll(async () => (await orderOf(orderId)).refundedCents).toBe(1_000);
    expect(await refundsOf(orderId)).toMatchObject([{ requestedBy: null, state: "done" }]);
  });

  test("a refund made at the provider without a webhook is found by the daily check", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    await simulator.fault("webhook", "hold");
    await simulator.refundAtProvider(payment!.captureId!, "10.00");
    await reconcile();
    expect((await orderOf(orderId)).refundedCents).toBe(0);
    await reconcileADayLater(orderId);
    expect((await orderOf(orderId)).refundedCents).toBe(1_000);
  });

  test("a refund that was already made at the provider is not made again when it is requested in the shop", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    await simulator.fault("webhook", "hold");
    await simulator.refundAtProvider(payment!.captureId!, "34.00");
    expect(await submitRefund(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "a été fait entre-temps",
    );
    expect((await orderOf(orderId)).refundedCents).toBe(3_400);
  });

  test("two refunds at the provider with the custom_id of one refund of the shop are each recorded once", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    notInLedger.push(orderId);
    await simulator.fault("refund", "reset");
    await submitRefund(orderId, {
      intent: "lines",
      "quantity-0": "1",
      seen: "0",
      reason: "Retour",
    });
    const [ours] = await refundsOf(orderId);
    const providerRefund = (id: string) => ({
      id,
      customId: ours!.id,
      status: "COMPLETED",
      amountCents: 2_000,
      currency: "EUR",
    });
    const [payment] = await paymentsOf(orderId);
    const both = [providerRefund("R1"), providerRefund("R2")];
    for (let times = 0; times < 2; times++) await recordProviderRefunds(shop, payment!, both);
    expect((await orderOf(orderId)).refundedCents).toBe(4_000);
    expect(await refundsOf(orderId)).toMatchObject([
      { providerRefundId: "R1" },
      { providerRefundId: "R2", requestedBy: null },
    ]);
  });

  test("a capture reversed without a webhook is recorded as a payment break, once", async () => {
    const { orderId, providerOrderId } = await payOrder(shop, customer);
    await shop.sql`
      UPDATE paypal_simulator.orders
      SET body = jsonb_set(body, '{purchase_units,0,payments,captures,0,status}', '"REFUNDED"')
      WHERE id = ${providerOrderId}`;
    await reconcileADayLater(orderId);
    await reconcileADayLater(orderId);
    expect(await mismatchesOf(orderId)).toMatchObject([{ kind: "reversed" }]);
  });
});
