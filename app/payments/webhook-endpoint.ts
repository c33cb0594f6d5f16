import { Hono } from "hono";
import { recordProof } from "#app/opening/proofs.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { handleEvent, paymentOf } from "./check-payments.server.ts";
import { readEvent } from "./paypal-schema.ts";

export const WEBHOOK_PATH = "/webhooks/paypal";

/**
 * POST: a webhook event, whose signature is verified by the provider. After any status but 2xx the provider sends it
 * again (25 times in 3 days); handling is idempotent. Events about other payments get 200 without verification, which
 * saves a call to the provider.
 */
export function webhookEndpoint(services: Services): Hono {
  return new Hono().post("/", async (c) => {
    const raw = await c.req.text();
    const event = readEvent(raw);
    if (!event) return c.text("No event", 400);
    const payment = event.subject && (await paymentOf(services.db, event.subject));
    if (!payment) return c.text("OK");
    // Customers know the ids of their payments and can forge events with them: without a limit, verifying these would exhaust
    // the provider's rate limit.
    if (!(await services.limits.allow("webhook", { account: "", order: payment.orderId })))
      return c.text("Could not be verified yet", 503);
    const verdict = await services.paypal.verifyWebhook(c.req.raw.headers, raw);
    if (verdict === "unknown") return c.text("Could not be verified yet", 503);
    if (verdict === "forged") {
      services.log.warn({ event: event.id }, "webhook refused: not signed by the provider");
      return c.text("Not signed", 403);
    }
    await recordProof(services.db, "webhook", services.paypal.webhook);
    await handleEvent(services, event);
    return c.text("OK");
  });
}
