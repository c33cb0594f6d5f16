import { and, eq, ne, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { orderLines, payments, refundLines, refunds } from "#db/schema/index.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { issueCreditNote } from "#app/invoices/issue-invoice.server.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { lockOrder, markRefunded } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { formatPrice } from "#app/ui/price.ts";
import { formatAmount } from "./amount.ts";
import { PROVIDER, recordBreak } from "./payment-breaks.server.ts";
import type { ProviderRefund } from "./paypal-schema.ts";
import { refusalText } from "./refusal-text.ts";
import type { PaymentServices } from "./payment-services.ts";

type Refund = typeof refunds.$inferSelect;
type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

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
 * changes. `answerTo` is the demand whose own answer this is; `isRead`: its administrator reads there how it ended.
 */
export async function recordProviderRefunds(
  services: Pick<PaymentServices, "db" | "jobs">,
  paymentId: string,
  told: readonly ProviderRefund[],
  { answerTo, isRead = false }: { answerTo?: string; isRead?: boolean } = {},
): Promise<void> {
  if (told.length === 0) return;
  await services.db.transaction(async (tx) => {
    const [payment] = await tx
      .select({ orderId: payments.orderId })
      .from(payments)
      .where(eq(payments.id, paymentId));
    const order = await lockOrder(tx, payment!.orderId);
    for (const refund of told) {
      // Read anew each time: what the one before it ended is known by now.
      const known = await tx.select().from(refunds).where(eq(refunds.paymentId, paymentId));
      const ours = ourOwn(known, refund);
      const isAnswer = ours?.id === answerTo;
      // What overtakes a refusal leaves it to be read by whoever asked; an answer that is lost is asked for again.
      if (ours?.state === "sending" && hasFailed(refund) && !isAnswer) continue;
      if (ours) await endRefund(tx, services, order!, ours, refund, isAnswer && isRead);
      else if (refund.status === "COMPLETED")
        await enterRefund(tx, services, order!, paymentId, refund);
    }
  });
}

/**
 * Which of the shop's demands a refund of the provider's answers: the one it was known by, or is marked with; the
 * provider may leave our mark out, or repeat the order's: then an open demand for the same sum.
 */
function ourOwn(known: readonly Refund[], told: ProviderRefund): Refund | undefined {
  const unanswered = known.filter(({ providerRefundId }) => providerRefundId === null);
  return (
    known.find(({ providerRefundId }) => providerRefundId === told.id) ??
    unanswered.find(({ id }) => id === told.customId) ??
    unanswered.find(
      ({ orderId, state, amountCents }) =>
        (told.customId === null || told.customId === orderId) &&
        (state === "sending" || state === "unknown") &&
        amountCents === told.amountCents &&
        told.currency === "EUR",
    )
  );
}

/** A refund that the shop didn't ask for. */
async function enterRefund(
  tx: Transaction,
  services: Pick<PaymentServices, "jobs">,
  order: Order,
  paymentId: string,
  told: ProviderRefund,
): Promise<void> {
  const rest = order.totalCents - (await refundedOrSent(tx, order.id));
  if (told.currency !== "EUR" || told.amountCents > rest) {
    await recordExcess(tx, order, paymentId, told, rest);
    return;
  }
  const [entered] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      orderId: order.id,
      paymentId,
      amountCents: told.amountCents,
      reason: "Remboursement fait dans le compte PayPal",
      state: "sending",
    })
    .returning();
  await completeRefund(tx, services, entered!, { by: PROVIDER, providerRefundId: told.id });
}

/** The provider gave back more than there was to give back. */
function recordExcess(
  tx: Transaction,
  order: Order,
  paymentId: string | null,
  told: ProviderRefund,
  rest: number,
): Promise<void> {
  return recordBreak(tx, order, {
    id: `remboursement-${told.id}`,
    paymentId,
    kind: "refund",
    detail: `remboursement de ${formatAmount(told)} chez PayPal, ${formatPrice(rest)} au plus étaient à rendre`,
  });
}

const hasFailed = ({ status }: ProviderRefund) => status !== "COMPLETED" && status !== "PENDING";

/** Writes down how a refund ended at the provider. The caller holds the order's lock. */
async function endRefund(
  tx: Transaction,
  services: Pick<PaymentServices, "jobs">,
  order: Order,
  refund: Refund,
  told: ProviderRefund,
  isRead: boolean,
): Promise<void> {
  if (refund.state === "done") {
    if (hasFailed(told)) {
      await recordRefusal(tx, refund, told.status);
      await recordFailure(tx, order, refund, told.status);
    }
    return;
  }
  if (hasFailed(told)) {
    await failRefund(tx, order, refund, { detail: told.status, told: told.id, isRead });
    return;
  }
  // What had failed no longer counted: in the meantime it may have been given back otherwise.
  const rest = order.totalCents - (await refundedOrSent(tx, order.id));
  if (refund.state === "failed" && refund.amountCents > rest) {
    if (told.status === "COMPLETED") await recordExcess(tx, order, refund.paymentId, told, rest);
    return;
  }
  if (told.status === "COMPLETED")
    await completeRefund(tx, services, refund, { by: PROVIDER, providerRefundId: told.id });
  else
    await tx
      .update(refunds)
      .set({
        state: "unknown",
        providerRefundId: told.id,
        detail: told.status,
        updatedAt: sql`now()`,
      })
      .where(eq(refunds.id, refund.id));
}

/**
 * The money was not given back. Who has just asked reads it on the page; anybody else, and whoever looks after a
 * cancelled order that is still owed its money, is told by a break. The caller holds the order's lock.
 */
async function failRefund(
  tx: Transaction,
  order: Order,
  refund: Refund,
  { detail, told, isRead }: { detail: string; told?: string; isRead: boolean },
): Promise<void> {
  if (refund.state === "failed") return;
  await tx
    .update(refunds)
    .set({ state: "failed", providerRefundId: told, detail, updatedAt: sql`now()` })
    .where(eq(refunds.id, refund.id));
  await recordRefusal(tx, refund, detail);
  if (!isRead || order.cancelledAt) await recordFailure(tx, order, refund, detail);
}

/** Writes into the history that the provider gave nothing back, and why. */
function recordRefusal(tx: Transaction, refund: Refund, detail: string): Promise<void> {
  const why = { field: "raison", before: null, after: refusalText(detail) };
  return recordActs(tx, PROVIDER, [
    {
      act: "refund-refused",
      subject: orderSubject(refund.orderId),
      changes: [...refundChanges(refund), why],
    },
  ]);
}

/** A refund as the history tells it. */
export const refundChanges = ({ amountCents, reason }: Pick<Refund, "amountCents" | "reason">) => [
  { field: "remboursement", before: null, after: formatPrice(amountCents) },
  { field: "motif", before: null, after: reason },
];

function recordFailure(
  tx: Transaction,
  order: Order,
  refund: Refund,
  detail: string,
): Promise<void> {
  return recordBreak(tx, order, {
    id: `echec-${refund.id}`,
    paymentId: refund.paymentId,
    kind: "refund",
    detail: `le remboursement de ${formatPrice(refund.amountCents)} n’a pas abouti chez PayPal\u00a0: ${refusalText(detail)}. Il reste à faire`,
  });
}

/**
 * The money is back: the order, the credit note and the customer's mail say so, in the caller's transaction, which
 * holds the order's lock. `by` is who gave it back: an administrator by hand, or the provider, under its own id.
 */
export async function completeRefund(
  tx: Transaction,
  { jobs }: Pick<PaymentServices, "jobs">,
  refund: Pick<Refund, "id" | "orderId" | "paymentId" | "amountCents" | "reason">,
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
    isByProvider: paymentId !== null,
    creditNote: note?.number ?? null,
  });
}

/**
 * Asks the provider to give a refund's money back, as often as needed: it does it once. `isRead` when an
 * administrator waits for the answer.
 */
export async function sendRefund(
  services: PaymentServices,
  refundId: string,
  { isRead = false }: { isRead?: boolean } = {},
): Promise<Refund["state"]> {
  const [found] = await services.db
    .select({ refund: refunds, captureId: payments.captureId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  const { refund, captureId } = found!;
  const answer = await services.paypal.refundCapture(captureId!, {
    refundId,
    amountCents: refund.amountCents,
  });
  if (answer.kind === "ok") {
    // Known by our own id, whatever the answer repeats of it.
    const told = { ...answer.body, customId: refundId };
    await recordProviderRefunds(services, refund.paymentId!, [told], {
      answerTo: refundId,
      isRead,
    });
  } else {
    await services.db.transaction(async (tx) => {
      const order = await lockOrder(tx, refund.orderId);
      const [still] = await tx.select().from(refunds).where(eq(refunds.id, refundId));
      // Somebody else has heard how it ended, or that the provider has it.
      if (still!.providerRefundId !== null || still!.state === "done") return;
      if (answer.kind === "refused")
        await failRefund(tx, order!, still!, { detail: answer.issue, isRead });
      else if (still!.state !== "failed")
        await tx
          .update(refunds)
          .set({ state: "unknown", detail: answer.reason, updatedAt: sql`now()` })
          .where(eq(refunds.id, refundId));
    });
  }
  const [ended] = await services.db
    .select({ state: refunds.state })
    .from(refunds)
    .where(eq(refunds.id, refundId));
  return ended!.state;
}
