import { eq } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import { readReturn } from "#app/orders/return-state.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { payments, refundLines, refunds } from "#db/schema/index.ts";
import { cancelLockedOrder } from "./cancel-locked-order.server.ts";
import { syncPayment } from "./capture-payment.server.ts";
import { completeRefund, refundChanges } from "./conclude-refund.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import { sendRefund } from "./provider-refunds.server.ts";
import {
  hasReturnToRefund,
  quoteRefund,
  quoteRest,
  readRefundable,
  readRest,
  type RefundQuote,
  type WantedRefund,
} from "./refundable.server.ts";

export type RefundRequest = WantedRefund & {
  reason: string;
  /** The return whose pieces are refunded; null: a refund without a return. */
  returnId?: string | null;
  /** Refunded and pending sum in cents when the form was shown (optimistic lock): a double submit is refused as « changed ». */
  seenCents: number;
};

export type RefundOutcome =
  | { kind: "refunded"; amountCents: number }
  /** The provider has not confirmed the refund yet; `checkPayments` continues. */
  | { kind: "pending"; amountCents: number }
  /** The order was not paid through the provider: the refund is recorded, and the administrator returns the money. */
  | { kind: "by-hand"; amountCents: number }
  /** `issue`: the provider's error code or status. */
  | { kind: "refused"; issue: string }
  /** The refunded sum differs from the one the form was shown with: this request returned no money. */
  | { kind: "changed" }
  /** The requested quantities or their sum exceed what is not refunded yet. */
  | { kind: "too-much" }
  /** The request names no return, but a received return must refund pieces of one of its lines. */
  | { kind: "return-due" }
  /** The sum to refund is 0. */
  | { kind: "nothing" }
  /** The order is neither paid, nor delivered with cash on delivery. */
  | { kind: "not-refundable" }
  | { kind: "not-found" };

/**
 * Refunds an order, fully or by line: through the provider if it was paid there, otherwise by hand (cash on delivery,
 * imported orders). The row is committed before the provider is called.
 */
export async function refundOrder(
  services: PaymentServices,
  admin: Admin,
  orderId: string,
  request: RefundRequest,
): Promise<RefundOutcome> {
  if (!isId(orderId)) return { kind: "not-found" };
  const requested = await asAdmin(services.db, admin, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: "not-found" } as const;
    const isPaidInCash = order.paymentMethod === CASH && order.isDelivered;
    if (!order.isPaid && !isPaidInCash) return { kind: "not-refundable" } as const;
    const { returnId = null, lines } = request;
    const returned = returnId === null ? null : await readReturn(tx, returnId);
    const refundable = await readRefundable(tx, orderId, returned);
    if (refundable.seenCents !== request.seenCents) return { kind: "changed" } as const;
    const isOpen = returned?.orderId === orderId && !returned.closedAt;
    if (returnId !== null && (!isOpen || lines === "rest")) return { kind: "too-much" } as const;
    if (returnId === null && (await hasReturnToRefund(tx, orderId, lines)))
      return { kind: "return-due" } as const;
    const quote = quoteRefund(refundable, request);
    if (quote.isTooMuch) return { kind: "too-much" } as const;
    if (quote.amountCents === 0) return { kind: "nothing" } as const;
    const refund = await insertRefund(tx, admin, orderId, quote, { ...request, returnId });
    if (!refund.paymentId) await completeRefund(tx, services, refund, { by: admin });
    return { kind: "requested", refund } as const;
  });
  if (requested.kind !== "requested") return requested;
  const { id, amountCents, paymentId } = requested.refund;
  if (!paymentId) return { kind: "by-hand", amountCents };
  const state = await sendRefund(services, id, { isShown: true });
  if (state === "done") return { kind: "refunded", amountCents };
  if (state !== "failed") return { kind: "pending", amountCents };
  // The payment may already be refunded in the provider's dashboard: read its refunds.
  await syncPaymentById(services, paymentId);
  return (await readRest(services.db, orderId)).seenCents === request.seenCents
    ? { kind: "refused", issue: await detailOf(services, id) }
    : { kind: "changed" };
}

export type CancelOutcome =
  | { kind: "cancelled" }
  /** Cancelled; the refund is not confirmed by the provider yet. */
  | { kind: "cancelled-refund-pending" }
  /** Cancelled; the administrator returns the money. */
  | { kind: "cancelled-by-hand"; amountCents: number }
  | { kind: "cancelled-refund-refused"; issue: string }
  /** The outcome of a payment is unknown: nothing was done. */
  | { kind: "payment-pending" }
  | { kind: "already-delivered" }
  | { kind: "already-cancelled" }
  | { kind: "not-found" };

/** Cancels an undelivered order, and refunds what was paid. */
export async function cancelOrder(
  services: PaymentServices,
  admin: Admin,
  orderId: string,
  reason: string,
): Promise<CancelOutcome> {
  if (!isId(orderId)) return { kind: "not-found" };
  const cancelled = await asAdmin(services.db, admin, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: "not-found" } as const;
    if (order.isDelivered) return { kind: "already-delivered" } as const;
    if (order.cancelledAt) return { kind: "already-cancelled" } as const;
    if (!(await cancelLockedOrder(tx, services, admin, orderId, reason)))
      return { kind: "payment-pending" } as const;
    const quote = quoteRest(await readRest(tx, orderId));
    if (!order.isPaid || quote.amountCents === 0) return { kind: "done" } as const;
    const refund = await insertRefund(tx, admin, orderId, quote, { reason });
    if (refund.paymentId) return { kind: "refunding", refund } as const;
    // An imported order, paid elsewhere: refunded by hand.
    await completeRefund(tx, services, refund, { by: admin });
    return { kind: "cancelled-by-hand", amountCents: quote.amountCents } as const;
  });
  if (cancelled.kind === "done") return { kind: "cancelled" };
  if (cancelled.kind !== "refunding") return cancelled;
  const { id, paymentId } = cancelled.refund;
  const state = await sendRefund(services, id, { isShown: true });
  if (state === "done") return { kind: "cancelled" };
  if (state !== "failed") return { kind: "cancelled-refund-pending" };
  await syncPaymentById(services, paymentId!);
  return { kind: "cancelled-refund-refused", issue: await detailOf(services, id) };
}

async function syncPaymentById(services: PaymentServices, paymentId: string): Promise<void> {
  const [payment] = await services.db.select().from(payments).where(eq(payments.id, paymentId));
  await syncPayment(services, payment!);
}

/** Inserts the refund with its lines and audit event. The caller holds the order's lock. */
export async function insertRefund(
  tx: Transaction,
  by: { id: string | null; name: string },
  orderId: string,
  { paymentId, lines, amountCents, deliveryCents, gestureCents }: RefundQuote,
  { reason, returnId = null }: { reason: string; returnId?: string | null },
) {
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      orderId,
      paymentId,
      amountCents,
      deliveryCents,
      gestureCents,
      reason,
      state: "sending",
      requestedBy: by.id,
      returnId,
    })
    .returning();
  if (lines.length > 0)
    await tx
      .insert(refundLines)
      .values(lines.map((line) => ({ refundId: refund!.id, orderId, ...line })));
  // A refund by hand is completed at once, with its own audit event.
  if (paymentId)
    await recordActs(tx, by, [
      {
        act: "refund-asked",
        subject: orderSubject(orderId),
        changes: refundChanges(refund!),
      },
    ]);
  return refund!;
}

async function detailOf({ db }: Pick<PaymentServices, "db">, refundId: string): Promise<string> {
  const [refund] = await db
    .select({ detail: refunds.detail })
    .from(refunds)
    .where(eq(refunds.id, refundId));
  return refund?.detail ?? "";
}
