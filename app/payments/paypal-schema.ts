import { z } from "zod";

// Responses of PayPal (Orders v2, Payments v2), reduced to the fields that the shop reads. Amounts are parsed into cents.

const money = z
  .object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{1,2})?$/) })
  .transform(({ currency_code: currency, value }) => ({
    currency,
    amountCents: Math.round(Number(value) * 100),
  }));

const capture = z
  .object({ id: z.string(), status: z.string(), amount: money })
  .transform(({ amount, ...rest }) => ({ ...rest, ...amount }));

export const providerRefund = z
  .object({
    id: z.string(),
    status: z.string(),
    amount: money,
    custom_id: z.string().optional(),
  })
  .transform(({ amount, custom_id: customId, ...rest }) => ({
    ...rest,
    ...amount,
    customId: customId ?? null,
  }));

export const providerOrder = z
  .object({
    id: z.string(),
    status: z.string(),
    payer: z.object({ email_address: z.string().optional() }).optional(),
    purchase_units: z
      .array(
        z.object({
          payee: z
            .object({ merchant_id: z.string().optional(), email_address: z.string().optional() })
            .optional(),
          payments: z
            .object({
              captures: z.array(capture).optional(),
              refunds: z.array(providerRefund).optional(),
            })
            .optional(),
        }),
      )
      .optional(),
  })
  .transform(({ id, status, payer, purchase_units: units }) => {
    const payee = units?.[0]?.payee;
    const captures = units?.[0]?.payments?.captures ?? [];
    return {
      id,
      status,
      payerEmail: payer?.email_address ?? null,
      payee: payee?.merchant_id ?? payee?.email_address ?? null,
      // Declined cards leave captures, too: take the one that moved money, else the last one.
      capture: captures.find(({ status: state }) => tookMoney(state)) ?? captures.at(-1) ?? null,
      refunds: units?.[0]?.payments?.refunds ?? [],
    };
  });

export type ProviderOrder = z.output<typeof providerOrder>;
export type ProviderRefund = z.output<typeof providerRefund>;

/** Whether a capture with this status has moved money, refunded since or not. */
export function tookMoney(captureStatus: string): boolean {
  return ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(captureStatus);
}

/** The result of a call to the provider. `unknown`: it may or may not have been executed; read the state before acting. */
export type ProviderAnswer<Body = ProviderOrder> =
  | { kind: "ok"; body: Body }
  | { kind: "refused"; issue: string }
  | { kind: "unknown"; reason: string };

/** The provider's error code, « ORDER_NOT_APPROVED »; « HTTP 422 » if the response has none. */
export function issueOf(json: unknown, status: number): string {
  const parsed = z
    .object({
      name: z.string().optional(),
      details: z.array(z.object({ issue: z.string() })).optional(),
    })
    .safeParse(json);
  return parsed.data?.details?.[0]?.issue ?? parsed.data?.name ?? `HTTP ${status}`;
}

/** Ids of events reach the database before the signature is verified, so they must be well-formed. */
const PROVIDER_ID = /^[\w-]{1,64}$/;
const link = z.object({ rel: z.string(), href: z.string() });
const webhookEvent = z.object({
  id: z.string().max(64),
  event_type: z.string(),
  resource: z.looseObject({
    id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(link).optional(),
    amount: money.optional().catch(undefined),
    // A dispute (Disputes API v1).
    dispute_id: z.string().regex(PROVIDER_ID).optional(),
    dispute_amount: money.optional().catch(undefined),
    dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().optional() }))
      .optional(),
  }),
});

export type EventSubject = { providerOrderId: string } | { captureId: string };
export type ProviderEvent = {
  id: string;
  type: string;
  /** The provider's id of the payment that the event concerns; null if the event names none. */
  subject: EventSubject | null;
  /** The amount of the capture or refund. */
  amount: Amount | null;
  /** For `CUSTOMER.DISPUTE.*` events. */
  dispute: ProviderDispute | null;
};
type Amount = { amountCents: number; currency: string };
/** A buyer's dispute. `outcome`: the provider's outcome code; null while it is open. */
export type ProviderDispute = { id: string; amount: Amount | null; outcome: string | null };

/** Parses a webhook event; null if it is malformed. */
export function readEvent(rawEvent: string): ProviderEvent | null {
  try {
    const event = webhookEvent.parse(JSON.parse(rawEvent));
    return {
      id: event.id,
      type: event.event_type,
      subject: subjectOf(event),
      amount: event.resource.amount ?? null,
      dispute: disputeOf(event),
    };
  } catch {
    return null;
  }
}

function disputeOf({
  event_type: type,
  resource,
}: z.output<typeof webhookEvent>): ProviderDispute | null {
  const { dispute_id: id, dispute_amount: amount, dispute_outcome: end } = resource;
  if (!id || !type.startsWith("CUSTOMER.DISPUTE.")) return null;
  const outcome = type.endsWith(".RESOLVED") ? (end?.outcome_code ?? "NONE") : null;
  return { id, amount: amount ?? null, outcome };
}

function subjectOf({
  event_type: type,
  resource,
}: z.output<typeof webhookEvent>): EventSubject | null {
  const { supplementary_data: data, links } = resource;
  const id = asProviderId(resource.id);
  if (type.startsWith("CHECKOUT.ORDER.")) return id ? { providerOrderId: id } : null;
  if (type.startsWith("CUSTOMER.DISPUTE.")) {
    const captureId = asProviderId(resource.disputed_transactions?.[0]?.seller_transaction_id);
    return captureId ? { captureId } : null;
  }
  if (!/^PAYMENT\.(CAPTURE|REFUND)\./.test(type)) return null;
  const providerOrderId = asProviderId(data?.related_ids?.order_id);
  if (providerOrderId) return { providerOrderId };
  // A refund event refers to its capture only by a link.
  const linkedId = asProviderId(
    links
      ?.find(({ rel, href }) => rel === "up" && href.includes("/captures/"))
      ?.href.split("/")
      .at(-1),
  );
  const captureId = linkedId ?? (type.startsWith("PAYMENT.CAPTURE.") ? id : undefined);
  return captureId ? { captureId } : null;
}

function asProviderId(text: string | undefined): string | undefined {
  return text && PROVIDER_ID.test(text) ? text : undefined;
}
