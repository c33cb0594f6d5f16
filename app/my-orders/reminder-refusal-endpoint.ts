import { Hono } from "hono";
import { refusalPath, refuseReminders } from "#app/orders/reminder-refusals.server.ts";
import type { Services } from "#app/request-context.ts";

/**
 * The address of « List-Unsubscribe » (RFC 8058). POST: a mail provider's server refuses reminders for its reader; it has neither cookie
 * nor Origin, and proves itself by the signed token. GET: a reader's browser gets the page, because mail scanners follow links.
 */
export function oneClickEndpoint(services: Services): Hono {
  return new Hono()
    .get("/", (c) => c.redirect(refusalPath(c.req.query("lien") ?? ""), 303))
    .post("/", async (c) => {
      const outcome = await refuseReminders(services, c.req.query("lien") ?? "");
      return outcome === "refused" ? c.text("OK") : c.text("Unknown link", 410);
    });
}
