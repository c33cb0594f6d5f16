import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createHash } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { Hono, type Context } from "hono";
import type { Sql } from "#app/platform/postgres.server.ts";
import { ulid } from "ulid";
import { z } from "zod";
import type { Config } from "#app/platform/config.server.ts";
import { buttonScript, buttonStyle } from "./button-script.server.ts";
import {
  createLedger,
  newId,
  type CaptureTwist,
  type SimulatedOrder,
  type SimulatedRefund,
} from "./ledger.server.ts";
import { createScript, fault, type CallName, type Fault } from "./script.ts";
import { createWebhooks } from "./webhooks.server.ts";

const money = z.object({ currency_code: z.string().length(3), value: z.string().max(20) });
const createOrder = z.object({
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(127).optional(),
        invoice_id: z.string().max(127).optional(),
        amount: money,
      }),
    )
    .min(1),
  application_context: z.record(z.string(), z.string()).optional(),
});
const refundOrder = z.object({ amount: money, custom_id: z.string().max(127).optional() });

const approval = z.object({ email: z.email(), isDeclined: z.boolean().default(false) });

type Bindings = { Bindings: HttpBindings };

/**
 * A stand-in for PayPal, at the network boundary: the endpoints of Orders v2 and Payments v2 that the shop calls, the
 * button script, signed webhooks, a ledger of its own, and faults on demand (script.ts). It serves the demo and the
 * tests; the shop's code is the same before both.
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
  // As with the real provider, the API is the merchant's: only the shop's own secret opens it.
  const token = createHash("sha256")
    .update(`paypal-simulator ${config.sessionSecret}`)
    .digest("hex");
  for (const merchants of ["/v1/notifications/*", "/v2/*", "/v0/*"])
    app.use(merchants, async (c, next) =>
      c.req.header("authorization") === `Bearer ${token}`
        ? next()
        : c.json({ name: "AUTHENTICATION_FAILURE" }, 401),
    );

  /** Answers a call of the shop, unless the script says what goes wrong with it. */
  async function answer(
    c: Context<Bindings>,
    call: CallName,
    act: (twist: Fault | null) => Promise<Response>,
  ): Promise<Response> {
    const twist = script.take(call);
    if (twist?.kind === "delay") await after(twist.value ?? 1_000);
    if (twist?.kind === "error") return c.json({ name: "INTERNAL_SERVER_ERROR" }, 503);
    if (twist?.kind === "forbidden") return c.json({ name: "NOT_AUTHORIZED" }, 403);
    if (twist?.kind === "lost" || twist?.kind === "hang") await act(null);
    if (twist?.kind === "hang") await after(60_000, null, { ref: false });
    if (twist?.kind === "reset" || twist?.kind === "lost" || twist?.kind === "hang") {
      c.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    return act(twist);
  }
  const refusal = (c: Context, issue: string) =>
    c.json({ name: "UNPROCESSABLE_ENTITY", details: [{ issue }] }, 422);
  const notFound = (c: Context) => c.json({ name: "RESOURCE_NOT_FOUND" }, 404);

  app.post("/v1/oauth2/token", (c) =>
    answer(c, "token", async () =>
      c.req.header("authorization") === `Basic ${btoa(`demonstration:${config.sessionSecret}`)}`
        ? c.json({ access_token: token, token_type: "Bearer", expires_in: 32_400 })
        : c.json({ name: "AUTHENTICATION_FAILURE" }, 401),
    ),
  );

  app.post("/v1/notifications/verify-webhook-signature", (c) =>
    answer(c, "verify", async () =>
      c.json({
        verification_status: webhooks.verify(await c.req.text()) ? "SUCCESS" : "FAILURE",
      }),
    ),
  );

  app.post("/v2/checkout/orders", (c) =>
    answer(c, "create", async () => {
      const body = createOrder.safeParse(await c.req.json().catch(() => null));
      const unit = body.data?.purchase_units[0];
      if (!unit) return c.json({ name: "INVALID_REQUEST" }, 400);
      const order = await ledger.create(requestId(c), {
        id: newId(),
        status: "CREATED",
        purchase_units: [unit],
        application_context: body.data?.application_context,
      });
      return c.json(order, 201);
    }),
  );

  app.get("/v2/checkout/orders/:id", (c) =>
    answer(c, "get", async () => {
      const order = await ledger.read(c.req.param("id"));
      return order ? c.json(order) : notFound(c);
    }),
  );

  app.post("/v2/checkout/orders/:id/capture", (c) =>
    answer(c, "capture", async (twist) => {
      const outcome = await ledger.capture(requestId(c), c.req.param("id"), captureTwist(twist));
      if (outcome.kind === "not-found") return notFound(c);
      if (outcome.kind === "refused") return refusal(c, outcome.issue);
      if (outcome.isNew) await ringCapture(outcome.order);
      return c.json(outcome.order, 201);
    }),
  );

  app.post("/v2/payments/captures/:id/refund", (c) =>
    answer(c, "refund", async (twist) => {
      const body = refundOrder.safeParse(await c.req.json().catch(() => null));
      if (!body.success) return c.json({ name: "INVALID_REQUEST" }, 400);
      const captureId = c.req.param("id");
      const outcome = await ledger.refund(requestId(c), captureId, {
        ...body.data,
        status: (twist && REFUND_STATES[twist.kind]) ?? "COMPLETED",
      });
      if (outcome === "not-found") return notFound(c);
      if (outcome === "too-much") return refusal(c, "REFUND_AMOUNT_EXCEEDED");
      if (outcome.isNew) await ringRefund("PAYMENT.CAPTURE.REFUNDED", captureId, outcome.refund);
      return c.json(outcome.refund, 201);
    }),
  );

  /** What the payer does in the provider's window: says yes, with an e-mail and perhaps a card that is declined. */
  app.post("/approve/:id", async (c) => {
    const body = approval.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ name: "INVALID_REQUEST" }, 400);
    const { email, isDeclined } = body.data;
    const approved = await ledger.approve(c.req.param("id"), email, isDeclined);
    if (!approved) return notFound(c);
    if (approved.status === "APPROVED") await webhooks.ring("CHECKOUT.ORDER.APPROVED", approved);
    return c.json({ approved: true });
  });

  app.get("/amount/:id", async (c) => {
    const order = await ledger.read(c.req.param("id"));
    return order ? c.json(order.purchase_units[0]?.amount) : notFound(c);
  });

  // What a test asks of the simulator itself.
  app.post("/v0/faults", async (c) => {
    script.add(fault.parse(await c.req.json()));
    return c.body(null, 204);
  });
  app.delete("/v0/faults", (c) => {
    script.clear();
    return c.body(null, 204);
  });
  app.post("/v0/webhooks", async (c) => {
    const { times } = z.object({ times: z.int().min(1).max(10) }).parse(await c.req.json());
    return c.json({ sent: await webhooks.ringAgain(times) });
  });
  app.post("/v0/orders/:id/finish", async (c) => {
    const { status } = z.object({ status: z.string() }).parse(await c.req.json());
    const order = await ledger.finishCapture(c.req.param("id"), status);
    if (!order) return notFound(c);
    await ringCapture(order);
    return c.body(null, 204);
  });

  app.post("/v0/refunds/finish", async (c) => {
    const { status } = z.object({ status: z.string() }).parse(await c.req.json());
    const event = status === "FAILED" ? "PAYMENT.REFUND.FAILED" : "PAYMENT.CAPTURE.REFUNDED";
    for (const { captureId, refund } of await ledger.finishRefunds(status))
      await ringRefund(event, captureId, refund);
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

  function ringCapture(order: SimulatedOrder): Promise<void> {
    const [capture] = order.purchase_units[0]!.payments!.captures;
    return webhooks.ring(`PAYMENT.CAPTURE.${capture!.status}`, {
      ...capture,
      supplementary_data: { related_ids: { order_id: order.id } },
    });
  }

  function ringRefund(type: string, captureId: string, refund: SimulatedRefund): Promise<void> {
    const links = [{ rel: "up", href: `/v2/payments/captures/${captureId}` }];
    return webhooks.ring(type, { ...refund, links });
  }
}

const REFUND_STATES: Partial<Record<Fault["kind"], string>> = {
  pending: "PENDING",
  denied: "FAILED",
};

function captureTwist(twist: Fault | null): CaptureTwist {
  switch (twist?.kind) {
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
        amount: { currency_code: "EUR", value: ((twist.value ?? 1) / 100).toFixed(2) },
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
