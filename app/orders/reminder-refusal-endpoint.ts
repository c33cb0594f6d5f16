import { Hono } from "hono";
import type { Services } from "#app/platform/request-context.ts";
import { refusalPath, refuseReminders } from "./reminder-refusals.server.ts";

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
