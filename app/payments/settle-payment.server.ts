import { eq, sql } from "drizzle-orm";
import { issueInvoice } from "#app/invoices/issue-invoice.server.ts";
import { announceOrder } from "#app/orders/announce-order.server.ts";
import { readOrderForMail } from "#app/orders/order-for-mail.server.ts";
import { queueMailOf } from "#app/orders/order-mails.server.ts";
import { lockOrder, markPaid } from "#app/orders/order-money.server.ts";
import { formatPrice } from "#app/ui/price.ts";
import { payments, type MismatchKind } from "#db/schema/index.ts";
import { formatAmount } from "./amount.ts";
import { recordMismatch } from "./payment-mismatches.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import { tookMoney, type ProviderOrder } from "./paypal-schema.ts";

export type SettleOutcome =
  | { kind: "paid" }
  | { kind: "not-captured" }
  | { kind: "mismatch" }
  | { kind: "not-found" };

/**
 * The only function that marks an existing order paid; called after the browser's return, by webhooks and by `checkPayments`.
 * One transaction under the order's lock, with invoice, message and mail. Amount, currency and payee of the capture must
 * match; otherwise a mismatch is recorded for an administrator. Idempotent per capture.
 */
export async function settlePayment(
  { db, jobs, settings }: Pick<PaymentServices, "db" | "jobs" | "settings">,
  providerOrder: ProviderOrder,
): Promise<SettleOutcome> {
  const { capture, payerEmail } = providerOrder;
  if (!capture || !tookMoney(capture.status)) return { kind: "not-captured" };
  return db.transaction(async (tx) => {
    const isOfOrder = eq(payments.providerOrderId, providerOrder.id);
    const order = await lockOrder(
      tx,
      tx.select({ orderId: payments.orderId }).from(payments).where(isOfOrder),
    );
    if (!order) return { kind: "not-found" };
    // Read once the order is locked: whoever held the lock may have changed it.
    const [payment] = await tx.select().from(payments).where(isOfOrder);
    if (payment!.captureId === capture.id)
      return { kind: payment!.state === "captured" ? "paid" : "mismatch" };

    const mismatch = mismatchOf(order, payment!, { ...providerOrder, capture });
    const updatePayment = tx
      .update(payments)
      .set({
        state: mismatch ? "mismatch" : "captured",
        captureId: capture.id,
        detail: mismatch?.detail ?? null,
        updatedAt: sql`now()`,
      })
      .where(eq(payments.id, payment!.id));
    if (mismatch) {
      await updatePayment;
      await recordMismatch(tx, order, { paymentId: payment!.id, ...mismatch });
      return { kind: "mismatch" };
    }
    await Promise.all([updatePayment, markPaid(tx, order.id, payerEmail)]);
    const paid = await readOrderForMail(tx, order.id);
    await announceOrder(tx, { jobs, settings }, paid, payerEmail ?? "");
    // Late in the transaction, because the invoice number blocks other invoices until the commit.
    const invoice = await issueInvoice(tx, paid, settings.current().shop);
    const event = { kind: "paid", invoice: invoice.number } as const;
    await queueMailOf(tx, jobs, paid, event);
    return { kind: "paid" };
  });
}

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;
type Captured = ProviderOrder & { capture: NonNullable<ProviderOrder["capture"]> };

/** Why a capture does not pay its order; null if it does. */
function mismatchOf(
  order: Order,
  payment: typeof payments.$inferSelect,
  { capture, payee }: Captured,
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
