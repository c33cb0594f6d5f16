import { and, eq, sql } from "drizzle-orm";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { totalOf } from "#app/invoices/invoice-schema.ts";
import { issueCreditNote } from "#app/invoices/issue-invoice.server.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { markRefunded, type LockedOrder } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { formatPrice } from "#app/ui/price.ts";
import { orderLines, refundLines, refunds } from "#db/schema/index.ts";
import { PROVIDER, recordMismatch } from "./payment-mismatches.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import { refusalText } from "./refusal-text.ts";

export type Refund = typeof refunds.$inferSelect;

/**
 * Marks a refund as failed, with an audit event. Also records a mismatch, unless the administrator sees the failure on
 * the page (`isShown`); always for a cancelled order, which must be refunded. The caller holds the order's lock.
 */
export async function failRefund(
  tx: Transaction,
  order: LockedOrder,
  refund: Refund,
  { detail, id, isShown }: { detail: string; id?: string; isShown: boolean },
): Promise<void> {
  if (refund.state === "failed") return;
  await tx
    .update(refunds)
    .set({ state: "failed", providerRefundId: id, detail, updatedAt: sql`now()` })
    .where(eq(refunds.id, refund.id));
  await auditRefusal(tx, refund, detail);
  if (!isShown || order.cancelledAt) await recordFailure(tx, order, refund, detail);
}

/** Writes the audit event of a failed refund. `detail`: the provider's error code or status. */
export function auditRefusal(tx: Transaction, refund: Refund, detail: string): Promise<void> {
  const cause = { field: "raison", before: null, after: refusalText(detail) };
  return recordActs(tx, PROVIDER, [
    {
      act: "refund-refused",
      subject: orderSubject(refund.orderId),
      changes: [...refundChanges(refund), cause],
    },
  ]);
}

/** A refund as changes of an audit event. */
export const refundChanges = ({ amountCents, reason }: Pick<Refund, "amountCents" | "reason">) => [
  { field: "remboursement", before: null, after: formatPrice(amountCents) },
  { field: "motif", before: null, after: reason },
];

/** Records a failed refund as a mismatch for administrators, once per refund. The caller holds the order's lock. */
export function recordFailure(
  tx: Transaction,
  order: LockedOrder,
  refund: Refund,
  detail: string,
): Promise<void> {
  return recordMismatch(tx, order, {
    id: `echec-${refund.id}`,
    paymentId: refund.paymentId,
    kind: "refund",
    detail: `le remboursement de ${formatPrice(refund.amountCents)} n’a pas abouti chez PayPal\u00a0: ${refusalText(detail)}. Il reste à faire`,
  });
}

/**
 * Completes a refund whose money was returned: updates the order, issues the credit note, queues the customer's mail.
 * `by`: an administrator (cash, transfer) or the provider, with its refund id. The caller holds the order's lock.
 */
export async function completeRefund(
  tx: Transaction,
  { jobs }: Pick<PaymentServices, "jobs">,
  refund: Refund,
  {
    by,
    providerRefundId = null,
  }: { by: { id: string | null; name: string }; providerRefundId?: string | null },
): Promise<void> {
  const { id, orderId, paymentId, amountCents, reason } = refund;
  await tx
    .update(refunds)
    .set({ state: "done", providerRefundId, detail: null, updatedAt: sql`now()` })
    .where(eq(refunds.id, id));
  await markRefunded(tx, orderId, amountCents);
  await recordActs(tx, by, [
    { act: "order-refunded", subject: orderSubject(orderId), changes: refundChanges(refund) },
  ]);
  const lines = await tx
    .select({
      name: orderLines.name,
      unitPriceCents: orderLines.unitPriceCents,
      quantity: refundLines.quantity,
      unitPrice: orderLines.unitPrice,
    })
    .from(refundLines)
    .innerJoin(
      orderLines,
      and(
        eq(orderLines.orderId, refundLines.orderId),
        eq(orderLines.position, refundLines.position),
      ),
    )
    .where(eq(refundLines.refundId, id))
    .orderBy(refundLines.position);
  const { deliveryCents, gestureCents } = refund;
  // The articles are refunded at their price after reduction (order-sums.ts).
  const reductionCents =
    lines.length > 0 ? totalOf(lines) + deliveryCents + gestureCents - amountCents : 0;
  const parts = { reductionCents, deliveryCents, gestureCents };
  const credit = { refundId: id, amountCents, reason, lines, parts };
  const note = await issueCreditNote(tx, orderId, credit);
  await queueOrderMail(tx, jobs, orderId, {
    kind: "refunded",
    refundId: id,
    amountCents,
    lines,
    reason,
    isByProvider: paymentId !== null,
    creditNote: note?.number ?? null,
    parts,
  });
}
