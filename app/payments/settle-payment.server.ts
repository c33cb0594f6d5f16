import { eq, sql } from "drizzle-orm";
import { issueInvoice } from "#app/invoices/issue-invoice.server.ts";
import { announceOrder } from "#app/orders/announce-order.server.ts";
import { readOrderForMail } from "#app/orders/order-for-mail.server.ts";
import { queueMailOf } from "#app/orders/order-mails.server.ts";
import { lockOrder, markPaid, type LockedOrder } from "#app/orders/order-money.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { formatPrice } from "#app/ui/price.ts";
import { payments, type MismatchKind } from "#db/schema/index.ts";
import { formatAmount } from "./amount.ts";
import type { CapturedOrder, PaymentReport } from "./ask-provider.server.ts";
import { detectReversal } from "./disputes.server.ts";
import { recordMismatch } from "./payment-mismatches.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import { recordProviderRefunds } from "./provider-refunds.server.ts";

/** In ms, longer than any call to the provider: a capture that started less than this ago may still be running. */
export const CAPTURE_TIMEOUT_MS = 30_000;

type Payment = typeof payments.$inferSelect;
type OpenReport = Exclude<PaymentReport, { kind: "captured" }>;

export type PayOutcome =
  | { kind: "paid" }
  /** The state that the provider reports. « pending » also if the capture does not match the order. */
  | { kind: OpenReport["kind"] }
  | { kind: "cancelled" }
  | { kind: "not-found" };

/**
 * Applies what the provider says about a payment, whoever asked: the browser's return, webhooks, `checkPayments`. Under the
 * order's lock it marks the order paid, records a mismatch or stores the payment's state; then it records refunds and
 * reversals of a captured payment. Idempotent.
 */
export async function settlePayment(
  services: PaymentServices,
  payment: Pick<Payment, "id" | "orderId">,
  report: PaymentReport,
): Promise<PayOutcome> {
  const outcome = await services.db.transaction(async (tx): Promise<PayOutcome> => {
    const order = await lockOrder(tx, payment.orderId);
    // Read once the order is locked: whoever held the lock may have changed it.
    const [current] = await tx.select().from(payments).where(eq(payments.id, payment.id));
    if (report.kind === "captured")
      return applyCapture(tx, services, order!, current!, report.order);
    await storeState(tx, current!, report);
    return { kind: report.kind };
  });
  if (report.kind === "captured" && outcome.kind === "paid") {
    // In transactions of their own: in the payment's, the invoice number must be the last lock (docs/locks.md).
    await recordProviderRefunds(services, payment, report.order.refunds);
    await detectReversal(services, payment, report.order);
  }
  return outcome;
}

/**
 * The only function that marks an existing order paid, with invoice, message and mail. Amount, currency and payee of the capture
 * must match; otherwise a mismatch is recorded for an administrator. The caller holds the order's lock.
 */
async function applyCapture(
  tx: Transaction,
  { jobs, settings }: PaymentServices,
  order: LockedOrder,
  payment: Payment,
  captured: CapturedOrder,
): Promise<PayOutcome> {
  const { capture, payerEmail } = captured;
  if (payment.captureId === capture.id)
    return { kind: payment.state === "captured" ? "paid" : "pending" };

  const mismatch = mismatchOf(order, payment, captured);
  const updatePayment = tx
    .update(payments)
    .set({
      state: mismatch ? "mismatch" : "captured",
      captureId: capture.id,
      detail: mismatch?.detail ?? null,
      updatedAt: sql`now()`,
    })
    .where(eq(payments.id, payment.id));
  if (mismatch) {
    await updatePayment;
    await recordMismatch(tx, order, { paymentId: payment.id, ...mismatch });
    return { kind: "pending" };
  }
  await Promise.all([updatePayment, markPaid(tx, order.id, payerEmail)]);
  const paid = await readOrderForMail(tx, order.id);
  await announceOrder(tx, { jobs, settings }, paid, payerEmail ?? "");
  // Late in the transaction, because the invoice number blocks other invoices until the commit.
  const invoice = await issueInvoice(tx, paid, settings.current().shop);
  const event = { kind: "paid", invoice: invoice.number } as const;
  await queueMailOf(tx, jobs, paid, event);
  return { kind: "paid" };
}

/** Why a capture does not pay its order; null if it does. */
function mismatchOf(
  order: LockedOrder,
  payment: Payment,
  { capture, payee }: CapturedOrder,
): { kind: MismatchKind; detail: string } | null {
  const captured = formatAmount(capture);
  const expected = formatPrice(order.totalCents);
  if (order.isPaid)
    return { kind: "second-capture", detail: `${captured} pour une commande déjà payée` };
  if (order.cancelledAt)
    return { kind: "cancelled-order", detail: `${captured} pour une commande annulée` };
  if (capture.currency !== "EUR")
    return { kind: "currency", detail: `${captured} au lieu de ${expected}` };
  if (capture.amountCents !== order.totalCents)
    return { kind: "amount", detail: `${captured} au lieu de ${expected}` };
  if (payment.payee && payee && payment.payee !== payee)
    return { kind: "payee", detail: `versé à ${payee} au lieu de ${payment.payee}` };
  return null;
}

const STATES = {
  pending: "unknown",
  refused: "failed",
  "not-approved": "created",
  declined: "created",
} as const;

/** Stores the state of a payment that took no money. Counts a refused capture, for the key of the next one. */
async function storeState(
  tx: Transaction,
  { id, state, updatedAt, refusals }: Payment,
  { kind, detail, readAt }: OpenReport,
): Promise<void> {
  const mayChange =
    state === "unknown" ||
    // A reading is stale if the capture may have been running then; the capture's own response never is.
    (state === "capturing" &&
      !(readAt && readAt.getTime() - updatedAt.getTime() <= CAPTURE_TIMEOUT_MS)) ||
    // An order that has ended at the provider cannot be paid any more.
    (state === "created" && readAt !== null && kind === "refused");
  if (!mayChange) return;
  const isRefusedCapture = readAt === null && STATES[kind] === "created";
  await tx
    .update(payments)
    .set({
      state: STATES[kind],
      detail,
      refusals: refusals + Number(isRefusedCapture),
      updatedAt: sql`now()`,
    })
    .where(eq(payments.id, id));
}
