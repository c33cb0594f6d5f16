import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { payments } from "#db/schema/index.ts";
import { tookMoney, type ProviderAnswer, type ProviderOrder } from "./paypal-schema.ts";
import type { PayPal } from "./paypal.server.ts";

export type CapturedOrder = ProviderOrder & { capture: NonNullable<ProviderOrder["capture"]> };

/**
 * What the provider says about a payment:
 * - « captured »: the money was taken, refunded since or not
 * - « pending »: no answer, or a capture that is not complete: the outcome is unknown
 * - « refused »: nothing was charged, and this attempt has ended
 * - « not-approved »: nothing was charged; the payer may still approve this attempt
 * - « declined »: the card was declined, nothing was charged; the payer may choose another card for this attempt
 *
 * `detail`: the provider's status or error code. `readAt`: when the state was read; null: the response to the capture itself.
 */
export type PaymentReport =
  | { kind: "captured"; order: CapturedOrder }
  | {
      kind: "pending" | "refused" | "not-approved" | "declined";
      detail: string;
      readAt: Date | null;
    };

/** The provider's issue for a declined card (PayPal, Orders v2). */
export const DECLINED = "INSTRUMENT_DECLINED";
/** The provider's issue for an invoice id that another payment has already paid. */
export const DUPLICATE_INVOICE_ID = "DUPLICATE_INVOICE_ID";
/** Asks the provider to capture an approved payment. Idempotent per number of refusals. */
export async function askToCapture(
  paypal: PayPal,
  payment: Pick<typeof payments.$inferSelect, "orderId" | "attempt" | "refusals"> & {
    providerOrderId: string;
  },
): Promise<PaymentReport> {
  const { orderId, attempt, refusals, providerOrderId } = payment;
  // The provider repeats its response for a repeated idempotency key, so a retry after a refusal needs a new key.
  const suffix = refusals > 0 ? `-${refusals}` : "";
  const answer = await paypal.captureOrder(
    `order-${orderId}-capture-${attempt}${suffix}`,
    providerOrderId,
  );
  if (answer.kind !== "refused" || answer.issue !== "ORDER_ALREADY_CAPTURED")
    return reportOf(answer, null);
  const read = await paypal.getOrder(providerOrderId);
  // There must be a capture: a response without it counts as unknown.
  return read.kind === "ok" && read.body.capture
    ? reportOf(read, null)
    : { kind: "pending", detail: answer.issue, readAt: null };
}

/** Asks the provider for a payment's state. « approved »: by the payer, and not captured yet. */
export async function askForState(
  paypal: PayPal,
  providerOrderId: string,
): Promise<PaymentReport | { kind: "approved" }> {
  const readAt = new Date(databaseNow());
  const answer = await paypal.getOrder(providerOrderId);
  const isApproved =
    answer.kind === "ok" && answer.body.status === "APPROVED" && !answer.body.capture;
  return isApproved ? { kind: "approved" } : reportOf(answer, readAt);
}

/** Refusals of a capture after which the provider's order stays open. Every other one ends it. */
const STILL_OPEN: Record<string, "not-approved" | "declined"> = {
  ORDER_NOT_APPROVED: "not-approved",
  [DECLINED]: "declined",
};
/** Refusals of a reading. Another one, such as a missing permission, does not reveal whether money moved. */
const ENDED: Record<string, "refused"> = { RESOURCE_NOT_FOUND: "refused" };
/** Orders without a capture. A completed one has a capture, even if the response lacks it. */
const UNCAPTURED: Record<string, "refused" | "pending"> = {
  VOIDED: "refused",
  COMPLETED: "pending",
};

function reportOf(answer: ProviderAnswer, readAt: Date | null): PaymentReport {
  if (answer.kind === "unknown") return { kind: "pending", detail: answer.reason, readAt };
  if (answer.kind === "refused") {
    const { issue } = answer;
    const kind = readAt ? (ENDED[issue] ?? "pending") : (STILL_OPEN[issue] ?? "refused");
    return { kind, detail: issue, readAt };
  }
  const { capture, status } = answer.body;
  if (!capture) return { kind: UNCAPTURED[status] ?? "not-approved", detail: status, readAt };
  if (tookMoney(capture.status)) return { kind: "captured", order: { ...answer.body, capture } };
  // After a declined capture, the provider allows no other capture of this order.
  const kind = capture.status === "PENDING" ? "pending" : "refused";
  return { kind, detail: capture.status, readAt };
}
