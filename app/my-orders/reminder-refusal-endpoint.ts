import { Hono } from "hono";
import { refusalPath, refuseReminders } from "#app/orders/reminder-refusals.server.ts";
import type { Services } from "#app/request-context.ts";

/**
 * The « List-Unsubscribe » endpoint (RFC 8058). POST: the reader's mail provider unsubscribes them from reminders. It sends no cookie and
 * no Origin header; the signed token authorizes it. GET only redirects to the page with the button, because mail scanners follow links.
 */
export function oneClickEndpoint(services: Services): Hono {
  return new Hono()
    .get("/", (c) => c.redirect(refusalPath(c.req.query("lien") ?? ""), 303))
    .post("/", async (c) => {
      const outcome = await refuseReminders(services, c.req.query("lien") ?? "");
      return outcome === "refused" ? c.text("OK") : c.text("Unknown link", 410);
    });
}
