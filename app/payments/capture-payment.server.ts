import { and, eq, inArray, sql } from "drizzle-orm";
import { payments } from "#db/schema/index.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { isOrderId } from "#app/orders/order-view.ts";
import type { ProviderAnswer } from "./paypal-schema.ts";
import { recordProviderRefunds } from "./provider-refunds.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import type { Till } from "./till.ts";

/** Refusals after which the customer may go on with the same provider order: another card, say. */
const CAN_GO_ON = new Set(["ORDER_NOT_APPROVED", "INSTRUMENT_DECLINED", "PAYER_ACTION_REQUIRED"]);
/** A call to the provider ends before this: a capture that began later may still be under way. */
const CAPTURE_TAKES_MS = 30_000;

export type PayOutcome =
  | { kind: "paid" }
  | { kind: "pending" }
  | { kind: "refused" }
  | { kind: "cancelled" }
  | { kind: "not-found" };

/**
 * Takes the money that the payer approved at the provider, then settles. Asked by the customer's browser (`customer`)
 * or, when that never came back, by the shop itself (null). A silence is a state, mended by `checkPayments`.
 */
export async function capturePayment(
  till: Till,
  customer: { id: string } | null,
  { orderId, providerOrderId }: { orderId: string; providerOrderId: string },
): Promise<PayOutcome> {
  if (!isOrderId(orderId) || !/^\w+$/.test(providerOrderId)) return { kind: "not-found" };
  const ready = await till.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, customer?.id);
    if (!order) return { kind: "not-found" } as const;
    if (order.isPaid) return { kind: "paid" } as const;
    if (order.cancelledAt) return { kind: "cancelled" } as const;
    const attempts = await tx.select().from(payments).where(eq(payments.orderId, orderId));
    const payment = attempts.find((attempt) => attempt.providerOrderId === providerOrderId);
    if (!payment) return { kind: "not-found" } as const;
    // Only the latest attempt is ever captured: a former one can't take the money a second time.
    if (payment.state === "failed" || attempts.some(({ attempt }) => attempt > payment.attempt))
      return { kind: "refused" } as const;
    if (payment.state === "mismatch") return { kind: "pending" } as const;
    if (
      !customer &&
      payment.state === "capturing" &&
      Date.now() - payment.updatedAt.getTime() < CAPTURE_TAKES_MS
    )
      return { kind: "pending" } as const;
    await tx
      .update(payments)
      .set({ state: "capturing", updatedAt: sql`now()` })
      .where(eq(payments.id, payment.id));
    return { kind: "ready", payment } as const;
  });
  if (ready.kind !== "ready") return ready;
  const answer = await till.paypal.captureOrder(
    `order-${orderId}-capture-${ready.payment.attempt}`,
    providerOrderId,
  );
  const isTaken = answer.kind === "refused" && answer.issue === "ORDER_ALREADY_CAPTURED";
  return concludePayment(
    till,
    ready.payment.id,
    isTaken ? await till.paypal.getOrder(providerOrderId) : answer,
  );
}

/**
 * Writes down what the provider answered about a payment (settles it, or keeps why not), and what it has given back
 * since; the customer's open page hears of it.
 */
export async function concludePayment(
  till: Till,
  paymentId: string,
  answer: ProviderAnswer,
): Promise<PayOutcome> {
  const outcome = await recordAnswer(till, paymentId, answer);
  // What changes the order tells of itself; here only the payment changed.
  if (outcome.kind !== "paid")
    await till.db.execute(sql`
      SELECT pg_notify('live', json_build_object('topic', 'order', 'id', o.id, 'owner', o.customer_id)::text)
      FROM orders o JOIN payments p ON p.order_id = o.id WHERE p.id = ${paymentId}`);
  return outcome;
}

async function recordAnswer(
  till: Till,
  paymentId: string,
  answer: ProviderAnswer,
): Promise<PayOutcome> {
  const note = (state: "created" | "unknown" | "failed", detail: string) =>
    till.db
      .update(payments)
      .set({ state, detail, updatedAt: sql`now()` })
      .where(and(eq(payments.id, paymentId), inArray(payments.state, ["capturing", "unknown"])));

  if (answer.kind === "unknown") {
    await note("unknown", answer.reason);
    return { kind: "pending" };
  }
  if (answer.kind === "refused") {
    await note(CAN_GO_ON.has(answer.issue) ? "created" : "failed", answer.issue);
    return { kind: "refused" };
  }
  const settled = await settlePayment(till, answer.body);
  if (settled.kind === "paid") {
    await recordProviderRefunds(till, paymentId, answer.body.refunds);
    return { kind: "paid" };
  }
  if (settled.kind !== "not-captured") return { kind: "pending" };
  // Nothing was taken: the customer may go on with the same provider order, unless the money is on its way.
  const waits = answer.body.capture?.status === "PENDING";
  await note(waits ? "unknown" : "created", answer.body.capture?.status ?? answer.body.status);
  return { kind: waits ? "pending" : "refused" };
}
