import { Hono } from "hono";
import type { Services } from "#app/platform/request-context.ts";
import { hearEvent, paymentOf } from "./check-payments.server.ts";
import { readEvent } from "./paypal-schema.ts";

export const WEBHOOK_PATH = "/webhooks/paypal";

/**
 * POST: an event of the provider. Believed when the provider says that it has signed these very letters; any status
 * but 2xx makes it come again later (25 times in 3 days), which changes nothing. What is about none of the shop's
 * payments is nothing to it, whoever wrote it: the provider isn't even asked.
 */
export function webhookEndpoint(services: Services): Hono {
  return new Hono().post("/", async (c) => {
    const raw = await c.req.text();
    const event = readEvent(raw);
    if (!event) return c.text("No event", 400);
    const payment = event.subject && (await paymentOf(services.db, event.subject));
    if (!payment) return c.text("Heard");
    // A customer knows the ids of their own payment: forged events must not use up the provider's own rate limit.
    if (!(await services.limits.allow("webhook", { account: "", order: payment.orderId })))
      return c.text("Could not be verified yet", 503);
    const verdict = await services.paypal.verifyWebhook(c.req.raw.headers, raw);
    if (verdict === "unknown") return c.text("Could not be verified yet", 503);
    if (verdict === "forged") {
      services.log.warn({ event: event.id }, "webhook refused: not signed by the provider");
      return c.text("Not signed", 403);
    }
    await hearEvent(services, event);
    return c.text("Heard");
  });
}
