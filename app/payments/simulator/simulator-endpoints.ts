import { createHash } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context } from "hono";
import { ulid } from "ulid";
import { z } from "zod";
import type { Config } from "#app/platform/config.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { buttonScript, buttonStyle } from "./button-script.server.ts";
import { createLedger, simulatedId, type CaptureFault } from "./ledger.server.ts";
import { createScript, faultSchema, type CallName, type Fault } from "./script.ts";
import type { SimulatedOrder, SimulatedRefund } from "./simulated-order.ts";
import {
  addedTransaction,
  balanceOf,
  LONGEST_PERIOD_MS,
  pageOf,
  transactionQuery,
} from "./transactions.server.ts";
import { createWebhooks } from "./webhooks.server.ts";

const money = z.object({ currency_code: z.string().length(3), value: z.string().max(20) });
const createOrder = z.object({
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(127).optional(),
        invoice_id: z.string().max(127).optional(),
        amount: money,
        shipping: z
          .object({
            name: z.object({ full_name: z.string().min(1).max(300) }),
            address: z.object({
              address_line_1: z.string().min(1).max(300),
              address_line_2: z.string().max(300).optional(),
              admin_area_2: z.string().min(1).max(120),
              postal_code: z.string().min(1).max(60),
              country_code: z.string().regex(/^[A-Z]{2}$/),
            }),
          })
          .optional(),
      }),
    )
    .min(1),
  application_context: z.record(z.string(), z.string()).optional(),
});
const refundOrder = z.object({ amount: money, custom_id: z.string().max(127).optional() });

const approval = z.object({ email: z.email(), isDeclined: z.boolean().default(false) });

type Bindings = { Bindings: HttpBindings };

/**
 * A PayPal simulator at the network boundary, for the demo and the tests: the endpoints of Orders v2 and Payments v2
 * and of the Transaction Search that the shop calls, the button script, signed webhooks, its own ledger, and fault injection (script.ts).
 */
export function paypalSimulator({
  sql,
  config,
}: {
  sql: Sql;
  config: Pick<Config, "sessionSecret" | "port">;
}): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const ledger = createLedger(sql);
  const script = createScript();
  const webhooks = createWebhooks({ config, ledger, script });
  // Like the real API, the simulator requires the merchant's credentials; they are derived from the shop's secret.
  const token = createHash("sha256")
    .update(`paypal-simulator ${config.sessionSecret}`)
    .digest("hex");
  for (const path of ["/v1/notifications/*", "/v1/reporting/*", "/v2/*", "/v0/*"])
    app.use(path, async (c, next) =>
      c.req.header("authorization") === `Bearer ${token}`
        ? next()
        : c.json({ name: "AUTHENTICATION_FAILURE" }, 401),
    );

  /** Executes a call of the shop, with the next scripted fault of that call. */
  async function respond(
    c: Context<Bindings>,
    call: CallName,
    execute: (fault: Fault | null) => Promise<Response>,
  ): Promise<Response> {
    const fault = script.take(call);
    if (fault?.kind === "delay") await after(fault.value ?? 1_000);
    if (fault?.kind === "error") return c.json({ name: "INTERNAL_SERVER_ERROR" }, 503);
    if (fault?.kind === "forbidden") return c.json({ name: "NOT_AUTHORIZED" }, 403);
    if (fault?.kind === "lost" || fault?.kind === "hang") await execute(null);
    if (fault?.kind === "hang") await after(60_000, null, { ref: false });
    if (fault?.kind === "reset" || fault?.kind === "lost" || fault?.kind === "hang") {
      c.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    return execute(fault);
  }
  const refusal = (c: Context, issue: string) =>
    c.json({ name: "UNPROCESSABLE_ENTITY", details: [{ issue }] }, 422);
  const notFound = (c: Context) => c.json({ name: "RESOURCE_NOT_FOUND" }, 404);

  app.post("/v1/oauth2/token", (c) =>
    respond(c, "token", async () =>
      c.req.header("authorization") === `Basic ${btoa(`demonstration:${config.sessionSecret}`)}`
        ? c.json({ access_token: token, token_type: "Bearer", expires_in: 32_400 })
        : c.json({ name: "AUTHENTICATION_FAILURE" }, 401),
    ),
  );

  app.post("/v1/notifications/verify-webhook-signature", (c) =>
    respond(c, "verify", async () =>
      c.json({
        verification_status: webhooks.verify(await c.req.text()) ? "SUCCESS" : "FAILURE",
      }),
    ),
  );

  app.post("/v2/checkout/orders", (c) =>
    respond(c, "create", async () => {
      const body = createOrder.safeParse(await c.req.json().catch(() => null));
      const unit = body.data?.purchase_units[0];
      if (!unit) return c.json({ name: "INVALID_REQUEST" }, 400);
      const isShipped = body.data?.application_context?.["shipping_preference"];
      if (isShipped === "SET_PROVIDED_ADDRESS" && !unit.shipping)
        return refusal(c, "MISSING_SHIPPING_ADDRESS");
      const order = await ledger.create(requestId(c), {
        id: simulatedId(),
        status: "CREATED",
        purchase_units: [unit],
        application_context: body.data?.application_context,
      });
      return c.json(order, 201);
    }),
  );

  app.get("/v2/checkout/orders/:id", (c) =>
    respond(c, "get", async () => {
      const order = await ledger.read(c.req.param("id"));
      return order ? c.json(order) : notFound(c);
    }),
  );

  app.post("/v2/checkout/orders/:id/capture", (c) =>
    respond(c, "capture", async (fault) => {
      const outcome = await ledger.capture(requestId(c), c.req.param("id"), captureFault(fault));
      if (outcome.kind === "not-found") return notFound(c);
      if (outcome.kind === "refused") return refusal(c, outcome.issue);
      if (outcome.isNew) await emitCapture(outcome.order);
      return c.json(outcome.order, 201);
    }),
  );

  app.post("/v2/payments/captures/:id/refund", (c) =>
    respond(c, "refund", async (fault) => {
      const body = refundOrder.safeParse(await c.req.json().catch(() => null));
      if (!body.success) return c.json({ name: "INVALID_REQUEST" }, 400);
      const captureId = c.req.param("id");
      const outcome = await ledger.refund(requestId(c), captureId, {
        ...body.data,
        status: (fault && REFUND_STATES[fault.kind]) ?? "COMPLETED",
      });
      if (outcome === "not-found") return notFound(c);
      if (outcome === "too-much") return refusal(c, "REFUND_AMOUNT_EXCEEDED");
      if (outcome.isNew) await emitRefund("PAYMENT.CAPTURE.REFUNDED", captureId, outcome.refund);
      return c.json(outcome.refund, 201);
    }),
  );

  app.get("/v1/reporting/transactions", (c) =>
    respond(c, "report", async () => {
      const asked = transactionQuery.safeParse(c.req.query());
      if (!asked.success) return c.json({ name: "INVALID_REQUEST" }, 400);
      const { start_date: from, end_date: until, page, page_size: size } = asked.data;
      if (until.getTime() - from.getTime() > LONGEST_PERIOD_MS)
        return c.json({ name: "INVALID_REQUEST" }, 400);
      return c.json(pageOf(await ledger.readTransactions(from, until), page, size));
    }),
  );

  app.get("/v1/reporting/balances", (c) =>
    respond(c, "report", async () => {
      const all = await ledger.readTransactions(new Date(0), new Date());
      return c.json(balanceOf(all));
    }),
  );

  /** The payer's approval in the provider's window; `isDeclined`: with a card that the capture will decline. */
  app.post("/approve/:id", async (c) => {
    const body = approval.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ name: "INVALID_REQUEST" }, 400);
    const { email, isDeclined } = body.data;
    const approved = await ledger.approve(c.req.param("id"), email, isDeclined);
    if (!approved) return notFound(c);
    if (approved.status === "APPROVED") await webhooks.emit("CHECKOUT.ORDER.APPROVED", approved);
    return c.json({ approved: true });
  });

  app.get("/amount/:id", async (c) => {
    const order = await ledger.read(c.req.param("id"));
    return order ? c.json(order.purchase_units[0]?.amount) : notFound(c);
  });

  // Control endpoints for tests.
  app.post("/v0/faults", async (c) => {
    script.add(faultSchema.parse(await c.req.json()));
    return c.body(null, 204);
  });
  app.delete("/v0/faults", (c) => {
    script.clear();
    return c.body(null, 204);
  });
  app.post("/v0/webhooks", async (c) => {
    const { times } = z.object({ times: z.int().min(1).max(10) }).parse(await c.req.json());
    return c.json({ sent: await webhooks.resendAll(times) });
  });
  app.post("/v0/orders/:id/finish", async (c) => {
    const { status } = z.object({ status: z.string() }).parse(await c.req.json());
    const order = await ledger.finishCapture(c.req.param("id"), status);
    if (!order) return notFound(c);
    await emitCapture(order);
    return c.body(null, 204);
  });

  app.post("/v0/refunds/finish", async (c) => {
    const { status } = z.object({ status: z.string() }).parse(await c.req.json());
    const event = status === "FAILED" ? "PAYMENT.REFUND.FAILED" : "PAYMENT.CAPTURE.REFUNDED";
    for (const { captureId, refund } of await ledger.finishRefunds(status))
      await emitRefund(event, captureId, refund);
    return c.body(null, 204);
  });
  app.post("/v0/transactions", async (c) => {
    await ledger.addTransactions(z.array(addedTransaction).parse(await c.req.json()));
    return c.body(null, 204);
  });
  app.post("/v0/events", async (c) => c.json(webhooks.signed(await c.req.text())));

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

  function emitCapture(order: SimulatedOrder): Promise<void> {
    const [capture] = order.purchase_units[0]!.payments!.captures;
    return webhooks.emit(`PAYMENT.CAPTURE.${capture!.status}`, {
      ...capture,
      supplementary_data: { related_ids: { order_id: order.id } },
    });
  }

  function emitRefund(type: string, captureId: string, refund: SimulatedRefund): Promise<void> {
    const links = [{ rel: "up", href: `/v2/payments/captures/${captureId}` }];
    return webhooks.emit(type, { ...refund, links });
  }
}

const REFUND_STATES: Partial<Record<Fault["kind"], string>> = {
  pending: "PENDING",
  denied: "FAILED",
};

function captureFault(fault: Fault | null): CaptureFault {
  switch (fault?.kind) {
    case "pending":
      return { status: "PENDING" };
    case "denied":
      return { status: "DECLINED" };
    case "declined":
      return { isDeclined: true };
    case "once":
      return { once: true };
    case "amount":
      return {
        amount: { currency_code: "EUR", value: ((fault.value ?? 1) / 100).toFixed(2) },
      };
    case "currency":
      return { amount: { currency_code: "USD", value: "34.00" } };
    case "payee":
      return { payee: "SOMEBODYELSE" };
    default:
      return {};
  }
}

function requestId(c: Context): string {
  return c.req.header("paypal-request-id") ?? ulid();
}
