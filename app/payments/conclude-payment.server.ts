import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import { payments } from "#db/schema/index.ts";
import { notifyOrder } from "#app/orders/order-money.server.ts";
import { recordReversal } from "./disputes.server.ts";
import type { ProviderAnswer } from "./paypal-schema.ts";
import { recordProviderRefunds } from "./provider-refunds.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import type { PaymentServices } from "./payment-services.ts";

/** A call to the provider ends before this: a capture that began later may still be under way. */
export const CAPTURE_TAKES_MS = 30_000;

export type PayOutcome =
  | { kind: "paid" }
  | { kind: "pending" }
  /** Nothing was taken, and this try is over: paying again opens a new one. */
  | { kind: "refused" }
  /** Nothing was taken, and the payer may still say yes to the same try. */
  | { kind: "not-approved" }
  /** The card was declined: nothing was taken, and the payer may choose another for the same try. */
  | { kind: "declined" }
  | { kind: "cancelled" }
  | { kind: "not-found" };

/** What the provider calls a card that was declined: the payer may choose another one (PayPal, Orders v2). */
export const DECLINED = "INSTRUMENT_DECLINED";
/** Refusals that leave the provider's order open. */
const STILL_OPEN: Record<string, "not-approved" | "declined"> = {
  ORDER_NOT_APPROVED: "not-approved",
  [DECLINED]: "declined",
};

/** What was asked of the provider: the capture itself, or how the payment stood at that moment. */
export type Question = { of: "capture" } | { of: "order"; askedAt: Date };

/**
 * Writes down what the provider answered about a payment (settles it, or keeps why not), and what it has given back
 * since; the customer's open page hears of it.
 */
export async function concludePayment(
  services: PaymentServices,
  paymentId: string,
  question: Question,
  answer: ProviderAnswer,
): Promise<PayOutcome> {
  const outcome = await recordAnswer(services, paymentId, question, answer);
  // A change of the order notifies by itself; here only the payment changed.
  if (outcome.kind !== "paid") {
    const [payment] = await services.db
      .select({ orderId: payments.orderId })
      .from(payments)
      .where(eq(payments.id, paymentId));
    if (payment) await notifyOrder(services.db, payment.orderId);
  }
  return outcome;
}

async function recordAnswer(
  services: PaymentServices,
  paymentId: string,
  question: Question,
  answer: ProviderAnswer,
): Promise<PayOutcome> {
  const note = (state: "created" | "unknown" | "failed", detail: string) =>
    services.db
      .update(payments)
      .set({
        state,
        detail,
        updatedAt: sql`now()`,
        ...(question.of === "capture" &&
          state === "created" && { refusals: sql`${payments.refusals} + 1` }),
      })
      .where(and(eq(payments.id, paymentId), mayChange(question, state)));

  if (answer.kind === "unknown") {
    await note("unknown", answer.reason);
    return { kind: "pending" };
  }
  if (answer.kind === "refused") {
    if (question.of === "order" && answer.issue !== "RESOURCE_NOT_FOUND") {
      // That we may not look says nothing of the money.
      await note("unknown", answer.issue);
      return { kind: "pending" };
    }
    const kind = STILL_OPEN[answer.issue];
    await note(kind ? "created" : "failed", answer.issue);
    return { kind: kind ?? "refused" };
  }
  const { capture, status, refunds } = answer.body;
  const settled = await settlePayment(services, answer.body);
  if (settled.kind === "paid") {
    await recordProviderRefunds(services, paymentId, refunds);
    await recordReversal(services, paymentId, answer.body);
    return { kind: "paid" };
  }
  if (settled.kind !== "not-captured") return { kind: "pending" };
  // A card that was declined leaves a capture: the provider never makes another one of this order.
  if (capture ? capture.status !== "PENDING" : status === "VOIDED") {
    await note("failed", capture?.status ?? status);
    return { kind: "refused" };
  }
  // A completed order has a capture, even when it isn't shown.
  const waits = capture !== null || status === "COMPLETED";
  await note(waits ? "unknown" : "created", capture?.status ?? status);
  return { kind: waits ? "pending" : "not-approved" };
}

/**
 * Whether an answer may still be written down. How a payment stood says nothing of a capture that was under way then;
 * the capture's own answer does, or a look at it once it must be over.
 */
function mayChange(question: Question, state: "created" | "unknown" | "failed") {
  if (question.of === "capture") return inArray(payments.state, ["capturing", "unknown"]);
  const over = new Date(question.askedAt.getTime() - CAPTURE_TAKES_MS);
  return or(
    eq(payments.state, "unknown"),
    and(eq(payments.state, "capturing"), lt(payments.updatedAt, over)),
    // Nobody can pay any more what the provider has ended.
    state === "failed" ? eq(payments.state, "created") : undefined,
  );
}
