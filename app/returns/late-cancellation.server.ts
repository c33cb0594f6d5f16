import { eq, sql } from "drizzle-orm";
import { CUSTOMER, recordActs } from "#app/audit/record-acts.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { readOrderForMail } from "#app/orders/order-for-mail.server.ts";
import { queueMailOf } from "#app/orders/order-mails.server.ts";
import { deliveryNumber, orderSubject } from "#app/orders/order-view.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { LATE_REFUND_DAYS } from "#app/platform/legal-constants.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { withdrawals } from "#db/schema/index.ts";
import { hourOf } from "./statement.ts";

/**
 * Records that the customer cancels a late order after a parcel has left. The contract ends on the day of this notice (consumer code,
 * L216-6), and the refund is due within 14 days (L216-7). Mails a receipt and sends the administrators a message: they decide about the
 * refund. The caller holds the order's lock and has checked that no cancellation is recorded.
 */
export async function recordLateCancellation(
  tx: Transaction,
  jobs: Jobs,
  orderId: string,
): Promise<void> {
  const mailed = await readOrderForMail(tx, orderId);
  const { order, to } = mailed;
  if (to === null) throw new Error("an erased customer cancels nothing");
  const orderNumber = deliveryNumber(orderId);
  const [row] = await tx
    .insert(withdrawals)
    .values({
      id: newId(),
      orderId,
      orderNumber,
      name: order.customerName,
      email: to,
      isForLateDelivery: true,
      // A new number, so that the unique index does not take it for a repeated statement.
      repeat: sql`(SELECT coalesce(max(repeat), 0) + 1 FROM ${withdrawals} WHERE ${eq(withdrawals.orderNumber, orderNumber)})`,
    })
    .returning();
  const { id, createdAt } = row!;
  const refundDueOn = order.isPaid ? parisDay(createdAt, LATE_REFUND_DAYS) : null;
  await addMessage(tx, {
    id: `${orderId}-${id}`,
    title: "Commande en route annulée pour retard",
    message: `Le client annule la commande ${orderNumber}, faute de livraison, et un colis est déjà parti. ${refundDueOn ? `Ce qu’il a payé est à rembourser au plus tard le ${frenchLongDay(refundDueOn)}` : "Il n’a rien payé\u00a0: la commande est à annuler"}. Rien n’est fait d’office\u00a0: décidez dans «\u00a0Rétractations\u00a0», et demandez le retour du colis au transporteur.`,
    email: to,
    name: order.customerName,
    phoneNumber: order.phoneNumber,
  });
  await queueMailOf(tx, jobs, mailed, {
    kind: "late-cancelled",
    at: hourOf(createdAt),
    refundDueOn,
  });
  await recordActs(tx, CUSTOMER, [
    { act: "late-cancellation-stated", subject: orderSubject(orderId) },
  ]);
}
