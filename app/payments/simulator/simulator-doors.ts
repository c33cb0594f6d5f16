import { createHash } from "node:crypto";
import { Hono } from "hono";
import type { Sql } from "postgres";
import { ulid } from "ulid";
import { z } from "zod";
import type { Config } from "#app/platform/config.server.ts";
import { createLedger } from "./ledger.server.ts";
import { buttonScript } from "./button-script.server.ts";

const createOrder = z.object({
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(127).optional(),
        invoice_id: z.string().max(127).optional(),
        amount: z.object({ currency_code: z.string().length(3), value: z.string().max(20) }),
      }),
    )
    .min(1),
});

/**
 * A stand-in for PayPal, at the network boundary: the endpoints of Orders v2 that the shop calls, the button
 * script, and a ledger of its own. It serves the demo and the tests; the shop's code is the same before both.
 */
export function paypalSimulator({
  sql,
  config,
}: {
  sql: Sql;
  config: Pick<Config, "sessionSecret">;
}): Hono {
  const app = new Hono();
  const ledger = createLedger(sql);
  // As with the real provider, the API is the merchant's: only the shop's own secret opens it.
  const token = createHash("sha256")
    .update(`paypal-simulator ${config.sessionSecret}`)
    .digest("hex");
  app.use("/v2/*", async (c, next) =>
    c.req.header("authorization") === `Bearer ${token}`
      ? next()
      : c.json({ name: "AUTHENTICATION_FAILURE" }, 401),
  );

  app.post("/v1/oauth2/token", (c) =>
    c.req.header("authorization") === `Basic ${btoa(`demonstration:${config.sessionSecret}`)}`
      ? c.json({ access_token: token, token_type: "Bearer", expires_in: 32_400 })
      : c.json({ name: "AUTHENTICATION_FAILURE" }, 401),
  );

  app.post("/v2/checkout/orders", async (c) => {
    const body = createOrder.safeParse(await c.req.json().catch(() => null));
    const unit = body.data?.purchase_units[0];
    if (!unit) return c.json({ name: "INVALID_REQUEST" }, 400);
    const order = await ledger.create(requestId(c.req.header("paypal-request-id")), {
      id: ulid().slice(-17),
      status: "CREATED",
      purchase_units: [unit],
    });
    return c.json(order, 201);
  });

  app.get("/v2/checkout/orders/:id", async (c) => {
    const order = await ledger.read(c.req.param("id"));
    return order ? c.json(order) : c.json({ name: "RESOURCE_NOT_FOUND" }, 404);
  });

  app.post("/v2/checkout/orders/:id/capture", async (c) => {
    const outcome = await ledger.capture(c.req.param("id"));
    if (outcome === "not-found") return c.json({ name: "RESOURCE_NOT_FOUND" }, 404);
    if (outcome === "not-approved")
      return c.json(
        { name: "UNPROCESSABLE_ENTITY", details: [{ issue: "ORDER_NOT_APPROVED" }] },
        422,
      );
    return c.json(outcome, 201);
  });

  /** What the payer does in the provider's window: says yes, with an e-mail. */
  app.post("/approve/:id", async (c) => {
    const body = z.object({ email: z.email() }).safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ name: "INVALID_REQUEST" }, 400);
    const approved = await ledger.approve(c.req.param("id"), body.data.email);
    return approved ? c.json({ approved: true }) : c.json({ name: "RESOURCE_NOT_FOUND" }, 404);
  });

  app.get("/amount/:id", async (c) => {
    const order = await ledger.read(c.req.param("id"));
    return order
      ? c.json(order.purchase_units[0]?.amount)
      : c.json({ name: "RESOURCE_NOT_FOUND" }, 404);
  });

  app.get("/sdk/js", (c) =>
    c.body(buttonScript, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
    }),
  );
  app.get("/sdk/buttons.css", (c) =>
    c.body(buttonStyle, 200, { "content-type": "text/css", "cache-control": "no-cache" }),
  );
  return app;
}

function requestId(header: string | undefined): string {
  return header ?? ulid();
}

const buttonStyle = `
.paypal-simulator{display:grid;gap:12px}
.paypal-simulator button,.paypal-simulator-window button{min-height:52px;border:0;border-radius:6px;font:600 1rem/1.2 inherit;cursor:pointer}
.paypal-simulator button[data-funding=paypal]{background:#ffc439;color:#1b1b3a;font-style:italic;font-weight:800;font-size:1.25rem}
.paypal-simulator button[data-funding=card]{background:#2c2e2f;color:#fff}
.paypal-simulator-window{border:0;border-radius:10px;padding:28px;width:min(420px,calc(100% - 32px));box-shadow:0 12px 48px -12px rgb(42 31 36/.4);color:#2a1f24}
.paypal-simulator-window::backdrop{background:rgb(42 31 36/.5)}
.paypal-simulator-window form{display:grid;gap:16px}
.paypal-simulator-window h2{margin:0;font-size:1.375rem}
.paypal-simulator-window p{margin:0;line-height:1.5}
.paypal-simulator-window label{display:grid;gap:6px;font-weight:500;font-size:.875rem}
.paypal-simulator-window input{min-height:48px;border:1px solid #8f7d76;border-radius:6px;padding:10px 14px;font:inherit;font-size:1rem}
.paypal-simulator-window button[value=pay]{background:#0b57d0;color:#fff}
.paypal-simulator-window button[value=cancel]{background:none;border:1px solid #2a1f24;color:#2a1f24}
`;
