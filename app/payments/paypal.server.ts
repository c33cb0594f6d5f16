import { z } from "zod";
import type { Config } from "#app/platform/config.server.ts";

const money = z.object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{2})?$/) });
const providerOrder = z.object({
  id: z.string(),
  status: z.string(),
  payer: z.object({ email_address: z.string().optional() }).optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z
              .array(z.object({ id: z.string(), status: z.string(), amount: money }))
              .optional(),
          })
          .optional(),
      }),
    )
    .optional(),
});

export type Capture = { id: string; status: string; amountCents: number; currency: string };
export type ProviderOrder = {
  id: string;
  status: string;
  payerEmail: string | null;
  capture: Capture | null;
};
/** What a call to the provider came to. `unknown`: it may or may not have happened; ask again before acting. */
export type ProviderAnswer =
  | { kind: "ok"; order: ProviderOrder }
  | { kind: "refused"; issue: string }
  | { kind: "unknown"; reason: string };

export type PayPal = ReturnType<typeof createPayPal>;

const HOSTS = { sandbox: "https://api-m.sandbox.paypal.com", live: "https://api-m.paypal.com" };
const TIMEOUT_MS = 15_000;

/**
 * PayPal Orders v2, the three calls the shop makes, over fetch. `url` overrides the provider's host: that is
 * where the simulator stands, in the demo and in the tests alike.
 */
export function createPayPal(config: Config, url?: string) {
  const base =
    url ??
    (config.paypal
      ? HOSTS[config.paypal.environment]
      : `http://127.0.0.1:${config.port}/simulateur-paypal`);
  const { clientId, clientSecret } = config.paypal ?? {
    clientId: "demonstration",
    clientSecret: config.sessionSecret,
  };
  let token: { value: string; expiresAt: number } | undefined;

  async function authorize(): Promise<string> {
    if (token && token.expiresAt > Date.now()) return token.value;
    const response = await fetch(`${base}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`PayPal refused the shop's credentials (${response.status})`);
    const body = z
      .object({ access_token: z.string(), expires_in: z.number() })
      .parse(await response.json());
    token = { value: body.access_token, expiresAt: Date.now() + (body.expires_in - 60) * 1_000 };
    return token.value;
  }

  async function call(path: string, requestId?: string, body?: object): Promise<ProviderAnswer> {
    try {
      const response = await fetch(`${base}${path}`, {
        method: requestId ? "POST" : "GET",
        headers: {
          authorization: `Bearer ${await authorize()}`,
          "content-type": "application/json",
          prefer: "return=representation",
          ...(requestId && { "paypal-request-id": requestId }),
        },
        body: requestId ? JSON.stringify(body ?? {}) : undefined,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 401) token = undefined;
      if (
        response.status >= 500 ||
        response.status === 401 ||
        response.status === 408 ||
        response.status === 429
      ) {
        return { kind: "unknown", reason: `HTTP ${response.status}` };
      }
      const json: unknown = await response.json();
      return response.ok
        ? { kind: "ok", order: readOrder(json) }
        : { kind: "refused", issue: readIssue(json, response.status) };
    } catch (error) {
      return { kind: "unknown", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    clientId,
    /** Opens an order of `amountCents` at the provider, marked with ours. */
    createOrder: (
      requestId: string,
      { orderId, amountCents }: { orderId: string; amountCents: number },
    ) =>
      call("/v2/checkout/orders", requestId, {
        intent: "CAPTURE",
        purchase_units: [
          {
            reference_id: orderId,
            custom_id: orderId,
            invoice_id: orderId,
            amount: { currency_code: "EUR", value: (amountCents / 100).toFixed(2) },
          },
        ],
      }),
    captureOrder: (requestId: string, providerOrderId: string) =>
      call(`/v2/checkout/orders/${encodeURIComponent(providerOrderId)}/capture`, requestId),
    getOrder: (providerOrderId: string) =>
      call(`/v2/checkout/orders/${encodeURIComponent(providerOrderId)}`),
  };
}

function readOrder(json: unknown): ProviderOrder {
  const order = providerOrder.parse(json);
  // A declined card leaves a capture too: what counts is the one that took the money, or the last try.
  const captures = order.purchase_units?.[0]?.payments?.captures ?? [];
  const capture = captures.find(({ status }) => status === "COMPLETED") ?? captures.at(-1);
  return {
    id: order.id,
    status: order.status,
    payerEmail: order.payer?.email_address ?? null,
    capture: capture
      ? {
          id: capture.id,
          status: capture.status,
          amountCents: Math.round(Number(capture.amount.value) * 100),
          currency: capture.amount.currency_code,
        }
      : null,
  };
}

function readIssue(json: unknown, status: number): string {
  const parsed = z
    .object({
      name: z.string().optional(),
      details: z.array(z.object({ issue: z.string() })).optional(),
    })
    .safeParse(json);
  return parsed.data?.details?.[0]?.issue ?? parsed.data?.name ?? `HTTP ${status}`;
}
