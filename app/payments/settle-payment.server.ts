import { eq, sql } from "drizzle-orm";
import { payments } from "#db/schema/index.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { lockOrder, markPaid } from "#app/orders/mark-paid.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { ProviderOrder } from "./paypal.server.ts";

export type SettleOutcome =
  | { kind: "paid" }
  | { kind: "not-captured" }
  | { kind: "mismatch" }
  | { kind: "not-found" };

/**
 * The only way an order becomes paid, whoever brings the news (the browser's return, a check, a webhook):
 * one transaction under the order's row lock. The captured amount and currency must be the order's; anything
 * else is kept as a mismatch for an administrator. Hearing the same capture twice changes nothing.
 */
export async function settlePayment(
  db: Database,
  providerOrder: ProviderOrder,
): Promise<SettleOutcome> {
  const { capture } = providerOrder;
  if (capture?.status !== "COMPLETED") return { kind: "not-captured" };
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ id: payments.id, orderId: payments.orderId })
      .from(payments)
      .where(eq(payments.providerOrderId, providerOrder.id));
    const order = known && (await lockOrder(tx, known.orderId));
    if (!order) return { kind: "not-found" };
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.id, known.id))
      .for("update");
    if (payment?.state === "captured" && payment.captureId === capture.id) return { kind: "paid" };

    const fault = order.isPaid
      ? "second capture of a paid order"
      : capture.currency !== "EUR" || capture.amountCents !== order.totalCents
        ? `captured ${capture.amountCents} ${capture.currency}, expected ${order.totalCents} EUR`
        : null;
    await tx
      .update(payments)
      .set({
        state: fault ? "mismatch" : "captured",
        captureId: capture.id,
        detail: fault,
        updatedAt: sql`now()`,
      })
      .where(eq(payments.id, known.id));
    if (fault) {
      await addMessage(tx, {
        id: `${order.id}-ecart-${known.id}`,
        title: "Paiement à vérifier",
        message: `Le paiement de la commande ${deliveryNumber(order.id)} ne correspond pas\u00a0: ${fault}. À traiter dans le compte PayPal.`,
        email: providerOrder.payerEmail ?? "",
        name: order.customerName,
        phoneNumber: order.phoneNumber,
      });
      return { kind: "mismatch" };
    }
    await markPaid(tx, order.id, providerOrder.payerEmail);
    await addMessage(tx, {
      id: order.id,
      title: "Nouvelle commande payée",
      message: `Commande ${deliveryNumber(order.id)} payée\u00a0: ${formatPrice(order.totalCents)}.`,
      email: providerOrder.payerEmail ?? "",
      name: order.customerName,
      phoneNumber: order.phoneNumber,
    });
    return { kind: "paid" };
  });
}
