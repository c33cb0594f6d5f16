import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { payments } from "#db/schema/index.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { isOrderId } from "#app/orders/order-view.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import {
  CAPTURE_TAKES_MS,
  concludePayment,
  DECLINED,
  type PayOutcome,
} from "./conclude-payment.server.ts";
import type { ProviderAnswer } from "./paypal-schema.ts";
import type { PaymentServices } from "./payment-services.ts";

/**
 * Takes the money that the payer approved at the provider, then settles. Asked by the customer's browser (`customer`)
 * or, when that never came back, by the shop itself (null). A silence is a state, mended by `checkPayments`.
 */
export async function capturePayment(
  services: PaymentServices,
  customer: { id: string } | null,
  { orderId, providerOrderId }: { orderId: string; providerOrderId: string },
): Promise<PayOutcome> {
  if (!isOrderId(orderId) || !/^\w+$/.test(providerOrderId)) return { kind: "not-found" };
  const ready = await services.db.transaction(async (tx) => {
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
    // Whoever read that the card was declined pays by choosing again in the browser, never behind their back.
    if (!customer && payment.state === "created" && payment.detail === DECLINED)
      return { kind: "declined" } as const;
    if (
      !customer &&
      payment.state === "capturing" &&
      databaseNow() - payment.updatedAt.getTime() < CAPTURE_TAKES_MS
    )
      return { kind: "pending" } as const;
    await tx
      .update(payments)
      .set({ state: "capturing", detail: null, updatedAt: sql`now()` })
      .where(eq(payments.id, payment.id));
    return { kind: "ready", payment } as const;
  });
  if (ready.kind !== "ready") return ready;
  const { payment } = ready;
  // The provider answers a repeated id as it did the first time: what it refused is asked for under another one.
  const again = payment.refusals > 0 ? `-${payment.refusals}` : "";
  const answer = await services.paypal.captureOrder(
    `order-${orderId}-capture-${payment.attempt}${again}`,
    providerOrderId,
  );
  const isRefused = answer.kind === "refused";
  if (isRefused && answer.issue === "ORDER_ALREADY_CAPTURED")
    return concludePayment(
      services,
      payment.id,
      { of: "capture" },
      captureIn(await services.paypal.getOrder(providerOrderId)),
    );
  if (isRefused && answer.issue === "DUPLICATE_INVOICE_ID") {
    const elsewhere = await hearOtherAttempts(services, payment);
    // Not over before the others are known; this one took nothing.
    const concluded: ProviderAnswer =
      elsewhere === "pending" ? { kind: "unknown", reason: answer.issue } : answer;
    const outcome = await concludePayment(services, payment.id, { of: "capture" }, concluded);
    return elsewhere === "paid" ? { kind: "paid" } : outcome;
  }
  return concludePayment(services, payment.id, { of: "capture" }, answer);
}

/** The capture that there must be; an answer that doesn't show it tells nothing. */
function captureIn(answer: ProviderAnswer): ProviderAnswer {
  if (answer.kind === "ok" && answer.body.capture) return answer;
  return { kind: "unknown", reason: "ORDER_ALREADY_CAPTURED" };
}

/**
 * Asks the provider how a payment stands and takes the answer over; what the payer approved and nobody captured is
 * captured. The one way of webhooks and of `checkPayments`.
 */
export async function hearPayment(
  services: PaymentServices,
  {
    id,
    orderId,
    providerOrderId,
  }: Pick<typeof payments.$inferSelect, "id" | "orderId" | "providerOrderId">,
): Promise<PayOutcome> {
  if (!providerOrderId) return { kind: "not-found" };
  const askedAt = new Date(databaseNow());
  const answer = await services.paypal.getOrder(providerOrderId);
  if (answer.kind === "ok" && answer.body.status === "APPROVED" && !answer.body.capture)
    return capturePayment(services, null, { orderId, providerOrderId });
  return concludePayment(services, id, { of: "order", askedAt }, answer);
}

/**
 * Where the money is that keeps the provider from taking it again (DUPLICATE_INVOICE_ID): looks at the order's other
 * attempts, ended or not. `pending` when one of them couldn't be told.
 */
export async function hearOtherAttempts(
  services: PaymentServices,
  { id, orderId }: Pick<typeof payments.$inferSelect, "id" | "orderId">,
): Promise<"paid" | "pending" | "nowhere"> {
  const others = await services.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        ne(payments.id, id),
        isNotNull(payments.providerOrderId),
        // One whose capture is known has been dealt with.
        isNull(payments.captureId),
      ),
    );
  let isPending = false;
  for (const other of others) {
    const { kind } = await hearPayment(services, other);
    if (kind === "paid") return "paid";
    isPending ||= kind === "pending";
  }
  return isPending ? "pending" : "nowhere";
}
