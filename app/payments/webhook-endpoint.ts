import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { isProven, recordProof } from "#app/opening/proofs.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { payments, type PaymentState } from "#db/schema/index.ts";
import { captureUnderWay, syncPayment } from "./capture-payment.server.ts";
import { recordDispute, recordReversal } from "./disputes.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import { readEvent, type EventSubject, type ProviderEvent } from "./paypal-schema.ts";

export const WEBHOOK_PATH = "/webhooks/paypal";

/** How long the event of an approval waits for the payer's browser, which normally captures at once. */
const BROWSER_FIRST_MS = 1_000;

/**
 * POST: a webhook event, whose signature is verified by the provider. After any status but 2xx the provider sends it
 * again (25 times in 3 days); handling is idempotent. Events about other payments, and those that tell nothing new, get 200
 * without verification, which saves calls to the provider.
 */
export function webhookEndpoint(services: Services): Hono {
  return new Hono().post("/", async (c) => {
    const raw = await c.req.text();
    const event = readEvent(raw);
    if (!event) return c.text("No event", 400);
    const { db, paypal } = services;
    if (!event.subject) return c.text("OK");
    // The provider sends a capture's events before its response: wait until the response is stored, then read the payment.
    await captureUnderWay(services, event.subject);
    let payment = await paymentOf(db, event.subject);
    if (payment?.state === "created" && event.type === "CHECKOUT.ORDER.APPROVED") {
      await sleep(BROWSER_FIRST_MS);
      await captureUnderWay(services, event.subject);
      payment = await paymentOf(db, event.subject);
    }
    if (!payment) return c.text("OK");
    // Skip the verification only if the webhook is proven to work: the proof needs a verified event.
    if (isSettled(payment, event) && (await isProven(db, "webhook", paypal.webhook)))
      return c.text("OK");
    // Customers know the ids of their payments and can forge events with them: without a limit, verifying these would exhaust
    // the provider's rate limit.
    if (!(await services.limits.allow("webhook", { account: "", order: payment.orderId })))
      return c.text("Could not be verified yet", 503);
    const verdict = await paypal.verifyWebhook(c.req.raw.headers, raw);
    if (verdict === "unknown") return c.text("Could not be verified yet", 503);
    if (verdict === "forged") {
      services.log.warn({ event: event.id }, "webhook refused: not signed by the provider");
      return c.text("Not signed", 403);
    }
    await recordProof(db, "webhook", paypal.webhook);
    await handleEvent(services, event);
    return c.text("OK");
  });
}

const CAPTURE_EVENTS = new Set(["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"]);

/** Whether the payment is settled already, usually after the browser's return, so that the event tells nothing new. */
const isSettled = ({ state }: { state: PaymentState }, { type }: ProviderEvent): boolean =>
  state === "captured" && CAPTURE_EVENTS.has(type);

/** The payment of an event; undefined if the event concerns none of the shop's payments, as many of the PayPal account do. */
export async function paymentOf(db: Database, subject: EventSubject) {
  const [payment] = await db
    .select()
    .from(payments)
    .where(
      "captureId" in subject
        ? eq(payments.captureId, subject.captureId)
        : eq(payments.providerOrderId, subject.providerOrderId),
    );
  return payment;
}

/**
 * Handles a verified event: the payment's state is read from the provider, not from the event. Disputes and reversals are also
 * recorded from the event itself.
 */
export async function handleEvent(services: PaymentServices, event: ProviderEvent): Promise<void> {
  const payment = event.subject && (await paymentOf(services.db, event.subject));
  if (!payment || isSettled(payment, event)) return;
  if (event.type === "PAYMENT.CAPTURE.REVERSED") await recordReversal(services, payment, event);
  if (event.dispute) await recordDispute(services, payment, event.dispute);
  await syncPayment(services, payment);
}
