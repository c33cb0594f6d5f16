import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { ulid } from "ulid";
import { orderLines, payments, refundLines, refunds } from "#db/schema/index.ts";
import { issueCreditNote } from "#app/invoices/issue-invoice.server.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { lockOrder, markRefunded } from "#app/orders/order-money.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { recordBreak } from "./payment-breaks.server.ts";
import type { ProviderRefund } from "./paypal-schema.ts";
import type { Till } from "./till.ts";

type Refund = typeof refunds.$inferSelect;

/** What was given back of an order, or is on its way. The caller holds the order's lock. */
export async function refundedOrSent(tx: Transaction, orderId: string): Promise<number> {
  const [sum] = await tx
    .select({ cents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.state, "failed")));
  return sum!.cents;
}

/**
 * Takes over what the provider says it has given back of a payment: ends the shop's own demands, and enters the
 * refunds that somebody made in the provider's own pages. One transaction under the order's lock; told twice, nothing
 * changes.
 */
export async function recordProviderRefunds(
  till: Pick<Till, "db" | "jobs">,
  paymentId: string,
  told: readonly ProviderRefund[],
): Promise<void> {
  if (told.length === 0) return;
  await till.db.transaction(async (tx) => {
    const [payment] = await tx
      .select({ orderId: payments.orderId })
      .from(payments)
      .where(eq(payments.id, paymentId));
    const order = await lockOrder(tx, payment!.orderId);
    const known = await tx.select().from(refunds).where(eq(refunds.orderId, order!.id));
    for (const refund of told) {
      const ours = known.find(
        ({ id, providerRefundId }) => id === refund.customId || providerRefundId === refund.id,
      );
      if (ours) await endRefund(tx, till, ours, refund);
      else if (refund.status === "COMPLETED")
        await enterRefund(tx, till, order!, paymentId, refund);
    }
  });
}

/** A refund that the shop didn't ask for. */
async function enterRefund(
  tx: Transaction,
  till: Pick<Till, "jobs">,
  order: NonNullable<Awaited<ReturnType<typeof lockOrder>>>,
  paymentId: string,
  told: ProviderRefund,
): Promise<void> {
  const rest = order.totalCents - (await refundedOrSent(tx, order.id));
  if (told.currency !== "EUR" || told.amountCents > rest) {
    await recordBreak(tx, order, {
      id: `remboursement-${told.id}`,
      paymentId,
      kind: "refund",
      detail: `remboursement de ${told.amountCents / 100} ${told.currency} chez PayPal, ${rest / 100} EUR au plus étaient à rendre`,
    });
    return;
  }
  const [entered] = await tx
    .insert(refunds)
    .values({
      id: ulid(),
      orderId: order.id,
      paymentId,
      amountCents: told.amountCents,
      reason: "Remboursement fait dans le compte PayPal",
      state: "sending",
    })
    .returning();
  await endRefund(tx, till, entered!, told);
}

/** Writes down how a refund ended at the provider. The caller holds the order's lock. */
async function endRefund(
  tx: Transaction,
  till: Pick<Till, "jobs">,
  refund: Refund,
  told: ProviderRefund,
): Promise<void> {
  if (refund.state === "done") return;
  if (told.status === "COMPLETED") {
    await completeRefund(tx, till, refund, told.id);
    return;
  }
  await tx
    .update(refunds)
    .set({
      state: told.status === "PENDING" ? "unknown" : "failed",
      providerRefundId: told.id,
      detail: told.status,
      updatedAt: sql`now()`,
    })
    .where(eq(refunds.id, refund.id));
}

/**
 * The money is back: the order, the credit note and the customer's mail say so, in the caller's transaction, which
 * holds the order's lock. `providerRefundId` is null for money given back by hand.
 */
export async function completeRefund(
  tx: Transaction,
  { jobs }: Pick<Till, "jobs">,
  refund: Pick<Refund, "id" | "orderId" | "amountCents" | "reason">,
  providerRefundId: string | null,
): Promise<void> {
  const { id, orderId, amountCents, reason } = refund;
  await tx
    .update(refunds)
    .set({ state: "done", providerRefundId, detail: null, updatedAt: sql`now()` })
    .where(eq(refunds.id, id));
  await markRefunded(tx, orderId, amountCents);
  const lines = await tx
    .select({
      name: orderLines.name,
      unitPriceCents: orderLines.unitPriceCents,
      quantity: refundLines.quantity,
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
  const credit = { refundId: id, amountCents, reason, lines };
  const note = await issueCreditNote(tx, orderId, credit);
  await queueOrderMail(tx, jobs, orderId, {
    kind: "refunded",
    refundId: id,
    amountCents,
    reason,
    creditNote: note?.number ?? null,
  });
}

/** Asks the provider to give a refund's money back, as often as needed: it does it once. */
export async function sendRefund(till: Till, refundId: string): Promise<Refund["state"]> {
  const [found] = await till.db
    .select({ refund: refunds, captureId: payments.captureId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  const { refund, captureId } = found!;
  const answer = await till.paypal.refundCapture(captureId!, {
    refundId,
    amountCents: refund.amountCents,
  });
  if (answer.kind === "ok") {
    await recordProviderRefunds(till, refund.paymentId!, [
      // Known by our own id, whatever the answer repeats of it.
      { ...answer.body, customId: refundId },
    ]);
  } else {
    await till.db
      .update(refunds)
      .set(
        answer.kind === "refused"
          ? { state: "failed", detail: answer.issue, updatedAt: sql`now()` }
          : { state: "unknown", detail: answer.reason, updatedAt: sql`now()` },
      )
      .where(and(eq(refunds.id, refundId), inArray(refunds.state, ["sending", "unknown"])));
  }
  const [ended] = await till.db
    .select({ state: refunds.state })
    .from(refunds)
    .where(eq(refunds.id, refundId));
  return ended!.state;
}
