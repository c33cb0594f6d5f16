import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import { payments } from "#db/schema/index.ts";
import { detectReversal } from "./disputes.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import type { ProviderAnswer } from "./paypal-schema.ts";
import { recordProviderRefunds } from "./provider-refunds.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** In ms, longer than any call to the provider: a capture that started less than this ago may still be running. */
export const CAPTURE_TIMEOUT_MS = 30_000;

export type PayOutcome =
  | { kind: "paid" }
  /** The outcome is unknown, or the capture does not match the order. */
  | { kind: "pending" }
  /** Nothing was charged, and this attempt has ended: paying again starts a new one. */
  | { kind: "refused" }
  /** Nothing was charged; the payer may still approve this attempt. */
  | { kind: "not-approved" }
  /** The card was declined, nothing was charged; the payer may choose another card for this attempt. */
  | { kind: "declined" }
  | { kind: "cancelled" }
  | { kind: "not-found" };

/** The provider's issue for a declined card (PayPal, Orders v2). */
export const DECLINED = "INSTRUMENT_DECLINED";
/** Issues after which the provider's order stays open. */
const STILL_OPEN: Record<string, "not-approved" | "declined"> = {
  ORDER_NOT_APPROVED: "not-approved",
  [DECLINED]: "declined",
};

/** The call that the answer belongs to: the capture, or reading the order's state at `askedAt`. */
export type ProviderCall = { of: "capture" } | { of: "order"; askedAt: Date };

/** Applies the provider's answer about a payment: settles it or stores its state, records refunds and reversals. */
export async function concludePayment(
  services: PaymentServices,
  paymentId: string,
  call: ProviderCall,
  answer: ProviderAnswer,
): Promise<PayOutcome> {
  const setState = (state: "created" | "unknown" | "failed", detail: string) =>
    services.db
      .update(payments)
      .set({
        state,
        detail,
        updatedAt: sql`now()`,
        ...(call.of === "capture" &&
          state === "created" && { refusals: sql`${payments.refusals} + 1` }),
      })
      .where(and(eq(payments.id, paymentId), mayUpdate(call, state)));

  if (answer.kind === "unknown") {
    await setState("unknown", answer.reason);
    return { kind: "pending" };
  }
  if (answer.kind === "refused") {
    if (call.of === "order" && answer.issue !== "RESOURCE_NOT_FOUND") {
      // A refused read, such as a missing permission, does not reveal whether money moved.
      await setState("unknown", answer.issue);
      return { kind: "pending" };
    }
    const kind = STILL_OPEN[answer.issue];
    await setState(kind ? "created" : "failed", answer.issue);
    return { kind: kind ?? "refused" };
  }
  const { capture, status, refunds } = answer.body;
  const settled = await settlePayment(services, answer.body);
  if (settled.kind === "paid") {
    await recordProviderRefunds(services, paymentId, refunds);
    await detectReversal(services, paymentId, answer.body);
    return { kind: "paid" };
  }
  if (settled.kind !== "not-captured") return { kind: "pending" };
  // After a declined capture, the provider allows no other capture of this order.
  if (capture ? capture.status !== "PENDING" : status === "VOIDED") {
    await setState("failed", capture?.status ?? status);
    return { kind: "refused" };
  }
  // A completed order has a capture, even if the response lacks it.
  const isPending = capture !== null || status === "COMPLETED";
  await setState(isPending ? "unknown" : "created", capture?.status ?? status);
  return { kind: isPending ? "pending" : "not-approved" };
}

/**
 * SQL: whether an answer may still change the payment's state. A read is stale for a capture that was running at that
 * time; only the capture's own response counts, or a read after its timeout.
 */
function mayUpdate(call: ProviderCall, state: "created" | "unknown" | "failed") {
  if (call.of === "capture") return inArray(payments.state, ["capturing", "unknown"]);
  const timedOut = new Date(call.askedAt.getTime() - CAPTURE_TIMEOUT_MS);
  return or(
    eq(payments.state, "unknown"),
    and(eq(payments.state, "capturing"), lt(payments.updatedAt, timedOut)),
    // An order that has ended at the provider cannot be paid any more.
    state === "failed" ? eq(payments.state, "created") : undefined,
  );
}
