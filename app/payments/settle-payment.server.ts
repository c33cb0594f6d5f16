import { eq, sql } from "drizzle-orm";
import { payments, type BreakKind } from "#db/schema/index.ts";
import { issueInvoice } from "#app/invoices/issue-invoice.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { queueMailOf, readOrderForMail } from "#app/orders/order-mails.server.ts";
import { lockOrder, markPaid } from "#app/orders/order-money.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { formatPrice } from "#app/ui/price.ts";
import { formatAmount } from "./amount.ts";
import { recordBreak } from "./payment-breaks.server.ts";
import { tookMoney, type ProviderOrder } from "./paypal-schema.ts";
import type { PaymentServices } from "./payment-services.ts";

export type SettleOutcome =
  | { kind: "paid" }
  | { kind: "not-captured" }
  | { kind: "mismatch" }
  | { kind: "not-found" };

/**
 * The only way an order becomes paid, whoever brings the news (the browser's return, a webhook, a check): one
 * transaction under the order's row lock, with the invoice, the administrators' message and the mail. The captured
 * amount and currency must be the order's, the payee the one it was opened for; anything else is kept as a break for
 * an administrator. Hearing the same capture twice changes nothing.
 */
export async function settlePayment(
  { db, jobs, config }: Pick<PaymentServices, "db" | "jobs" | "config">,
  providerOrder: ProviderOrder,
): Promise<SettleOutcome> {
  const { capture, payerEmail } = providerOrder;
  if (!capture || !tookMoney(capture.status)) return { kind: "not-captured" };
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ orderId: payments.orderId })
      .from(payments)
      .where(eq(payments.providerOrderId, providerOrder.id));
    const order = known && (await lockOrder(tx, known.orderId));
    if (!order) return { kind: "not-found" };
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.providerOrderId, providerOrder.id));
    if (payment!.captureId === capture.id)
      return { kind: payment!.state === "captured" ? "paid" : "mismatch" };

    const fault = faultOf(order, payment!, { ...providerOrder, capture });
    const keep = tx
      .update(payments)
      .set({
        state: fault ? "mismatch" : "captured",
        captureId: capture.id,
        detail: fault?.detail ?? null,
        updatedAt: sql`now()`,
      })
      .where(eq(payments.id, payment!.id));
    if (fault) {
      await keep;
      await recordBreak(tx, order, { paymentId: payment!.id, ...fault });
      return { kind: "mismatch" };
    }
    await Promise.all([
      keep,
      markPaid(tx, order.id, payerEmail),
      addMessage(tx, {
        id: order.id,
        title: "Nouvelle commande payée",
        message: `Commande ${deliveryNumber(order.id)} payée\u00a0: ${formatPrice(order.totalCents)}.`,
        email: payerEmail ?? "",
        name: order.customerName,
        phoneNumber: order.phoneNumber,
      }),
    ]);
    const told = await readOrderForMail(tx, order.id);
    // The number is drawn last: whoever else draws one waits for this commit.
    const invoice = await issueInvoice(tx, order.id, config.shop);
    if (told) await queueMailOf(tx, jobs, told, { kind: "paid", invoice: invoice.number });
    return { kind: "paid" };
  });
}

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;
type Captured = ProviderOrder & { capture: NonNullable<ProviderOrder["capture"]> };

/** What keeps a capture from paying the order, or null. */
function faultOf(
  order: Order,
  payment: typeof payments.$inferSelect,
  { capture, payee }: Captured,
): { kind: BreakKind; detail: string } | null {
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
