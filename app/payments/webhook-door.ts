import { Hono } from "hono";
import type { Services } from "#app/platform/request-context.ts";
import { hearEvent } from "./check-payments.server.ts";
import { readEvent } from "./paypal-schema.ts";

export const WEBHOOK_PATH = "/webhooks/paypal";

/**
 * POST: an event of the provider. Believed when the provider says that it has signed these very letters; any status
 * but 2xx makes it come again later (25 times in 3 days), which changes nothing.
 */
export function webhookDoor(services: Services): Hono {
  return new Hono().post("/", async (c) => {
    const raw = await c.req.text();
    const event = readEvent(raw);
    if (!event) return c.text("No event", 400);
    const verdict = await services.paypal.verifyWebhook(c.req.raw.headers, raw);
    if (verdict === "unknown") return c.text("Could not be verified yet", 503);
    if (verdict === "forged") {
      services.log.warn({ event: event.id }, "webhook refused: not signed by the provider");
      return c.text("Not signed", 403);
    }
    const { subject } = event;
    if (subject) await hearEvent(services, { ...event, subject });
    return c.text("Heard");
  });
}
