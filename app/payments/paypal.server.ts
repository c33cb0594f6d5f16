import { z } from "zod";
import type { ProviderShipping } from "#app/delivery/recipient-address.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import {
  issueOf,
  providerOrder,
  providerRefund,
  type ProviderAnswer,
  type ProviderOrder,
  type ProviderRefund,
} from "./paypal-schema.ts";
import {
  balanceAnswer,
  transactionPage,
  type ProviderBalance,
  type TransactionPage,
} from "./transactions-schema.ts";

export type PayPal = ReturnType<typeof createPayPal>;

const HOSTS = { sandbox: "https://api-m.sandbox.paypal.com", live: "https://api-m.paypal.com" };
const TIMEOUT_MS = 15_000;
/** Status codes (besides 5xx) after which the outcome is unknown; 409: the same request is still being processed. */
const UNKNOWN_STATUSES = new Set([401, 408, 409, 425, 429]);

type Call = { path: string; requestId?: string; body?: string };

/**
 * Client for PayPal's API (Orders v2, Payments v2, notifications). `url` overrides the host, for the simulator in tests;
 * without PayPal settings it is the simulator in this process. `requestId` is the idempotency key: the provider executes
 * repeated calls once.
 */
export function createPayPal(config: Config, settings: () => CurrentSettings, url?: string) {
  const base =
    url ??
    (config.paypal
      ? HOSTS[config.paypal.environment]
      : `http://127.0.0.1:${config.port}/simulateur-paypal`);
  const { clientId, clientSecret, webhookId } = config.paypal ?? {
    clientId: "demonstration",
    clientSecret: config.sessionSecret,
    webhookId: "demonstration",
  };
  let token: { value: string; expiresAt: number } | undefined;

  async function authorize(): Promise<string> {
    if (token && token.expiresAt > performance.now()) return token.value;
    const response = await fetch(`${base}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`PayPal refused the shop's credentials (${response.status})`);
    const answer = z
      .object({ access_token: z.string(), expires_in: z.number() })
      .parse(await response.json());
    token = {
      value: answer.access_token,
      expiresAt: performance.now() + (answer.expires_in - 60) * 1_000,
    };
    return token.value;
  }

  async function call<Body>(
    schema: z.ZodType<Body>,
    { path, requestId, body }: Call,
  ): Promise<ProviderAnswer<Body>> {
    try {
      const response = await fetch(`${base}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${await authorize()}`,
          "content-type": "application/json",
          prefer: "return=representation",
          ...(requestId && { "paypal-request-id": requestId }),
        },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 401) token = undefined;
      if (response.status >= 500 || UNKNOWN_STATUSES.has(response.status))
        return { kind: "unknown", reason: `HTTP ${response.status}` };
      const json: unknown = await response.json();
      return response.ok
        ? { kind: "ok", body: schema.parse(json) }
        : { kind: "refused", issue: issueOf(json, response.status) };
    } catch (error) {
      return { kind: "unknown", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The outcome of the last check of the credentials. */
  let checked: { doAnswer: boolean; at: number } | undefined;

  /** Whether the provider accepts the shop's credentials, asked at most once in `maxAgeMs`. */
  async function checkCredentials(maxAgeMs: number): Promise<boolean> {
    if (checked && performance.now() - checked.at < maxAgeMs) return checked.doAnswer;
    token = undefined;
    const doAnswer = await authorize().then(
      () => true,
      () => false,
    );
    checked = { doAnswer, at: performance.now() };
    return doAnswer;
  }

  const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const euros = (cents: number) => ({ currency_code: "EUR", value: (cents / 100).toFixed(2) });
  return {
    clientId,
    /** The account whose transactions are read. */
    account: `${config.paypal?.environment ?? "simulator"} ${clientId}`,
    /** What a webhook event proves: another environment, account or webhook must be proven again. */
    webhook: [config.paypal?.environment ?? "simulator", clientId, webhookId ?? ""].join(" "),
    checkCredentials,
    /**
     * Creates an order at the provider; with `shipping`, its seller protection for goods not received applies. The provider refuses to
     * capture a second payment of the same `invoiceId`.
     */
    createOrder: (
      requestId: string,
      {
        orderId,
        invoiceId,
        amountCents,
        shipping = null,
      }: {
        orderId: string;
        invoiceId: string;
        amountCents: number;
        shipping?: ProviderShipping | null;
      },
    ): Promise<ProviderAnswer<ProviderOrder>> =>
      call(providerOrder, {
        path: "/v2/checkout/orders",
        requestId,
        body: JSON.stringify({
          intent: "CAPTURE",
          purchase_units: [
            {
              reference_id: orderId,
              custom_id: orderId,
              invoice_id: invoiceId,
              amount: euros(amountCents),
              ...(shipping && { shipping }),
            },
          ],
          // Applies to wallet and card; the `experience_context` of a payment source would apply to one of them. The
          // provider never asks for an address (docs/paypal.md).
          application_context: {
            brand_name: settings().shop.name,
            locale: "fr-FR",
            shipping_preference: shipping ? "SET_PROVIDED_ADDRESS" : "NO_SHIPPING",
            user_action: "PAY_NOW",
          },
        }),
      }),
    captureOrder: (
      requestId: string,
      providerOrderId: string,
    ): Promise<ProviderAnswer<ProviderOrder>> =>
      call(providerOrder, { path: `${orderPath(providerOrderId)}/capture`, requestId, body: "{}" }),
    getOrder: (providerOrderId: string): Promise<ProviderAnswer<ProviderOrder>> =>
      call(providerOrder, { path: orderPath(providerOrderId) }),
    /** Refunds a part of a capture. `refundId` is the shop's own id, by which the refund is recognized later. */
    refundCapture: (
      captureId: string,
      { refundId, amountCents }: { refundId: string; amountCents: number },
    ): Promise<ProviderAnswer<ProviderRefund>> =>
      call(providerRefund, {
        path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
        requestId: `refund-${refundId}`,
        body: JSON.stringify({ amount: euros(amountCents), custom_id: refundId }),
      }),
    /**
     * A page of the transactions that changed the balance in this period, of at most 31 days (Transaction Search API). They appear
     * up to three hours late. The issue « NOT_AUTHORIZED »: the app lacks the permission; « RESULTSET_TOO_LARGE »: the period has
     * too many.
     */
    listTransactions: ({
      from,
      until,
      page,
    }: {
      from: Date;
      until: Date;
      page: number;
    }): Promise<ProviderAnswer<TransactionPage>> =>
      call(transactionPage, {
        path: `/v1/reporting/transactions?${new URLSearchParams({
          start_date: from.toISOString(),
          end_date: until.toISOString(),
          fields: "transaction_info",
          balance_affecting_records_only: "Y",
          page_size: "500",
          page: String(page),
        })}`,
      }),
    /** The balance in euros that the provider last knows; null without an account in euros. */
    readBalance: (): Promise<ProviderAnswer<ProviderBalance | null>> =>
      call(balanceAnswer, { path: "/v1/reporting/balances?currency_code=EUR" }),
    /**
     * Asks the provider whether it signed the event; « unknown » if there is no answer. `rawEvent` must be passed byte for
     * byte, as it was signed.
     */
    async verifyWebhook(
      headers: Headers,
      rawEvent: string,
    ): Promise<"genuine" | "forged" | "unknown"> {
      const signed = Object.fromEntries(
        SIGNATURE_HEADERS.map(([field, header]) => [field, headers.get(header) ?? ""]),
      );
      if (!webhookId || Object.values(signed).includes("")) return "forged";
      const fields = JSON.stringify({ ...signed, webhook_id: webhookId }).slice(0, -1);
      const answer = await call(z.object({ verification_status: z.string() }), {
        path: "/v1/notifications/verify-webhook-signature",
        body: `${fields},"webhook_event":${rawEvent}}`,
      });
      if (answer.kind === "unknown") return "unknown";
      return answer.kind === "ok" && answer.body.verification_status === "SUCCESS"
        ? "genuine"
        : "forged";
    },
  };
}

const SIGNATURE_HEADERS = [
  ["auth_algo", "paypal-auth-algo"],
  ["cert_url", "paypal-cert-url"],
  ["transmission_id", "paypal-transmission-id"],
  ["transmission_sig", "paypal-transmission-sig"],
  ["transmission_time", "paypal-transmission-time"],
] as const;
