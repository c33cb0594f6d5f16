import { and, eq } from "drizzle-orm";
import { lockOwner, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { CUSTOMER } from "#app/audit/record-acts.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { readLateState } from "#app/orders/late-delivery.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { IS_DISPUTED } from "#app/orders/to-send.server.ts";
import { isId } from "#app/platform/id.ts";
import { LATE_REFUND_DAYS } from "#app/platform/legal-constants.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { recordLateCancellation } from "#app/returns/late-cancellation.server.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import { orders, parcels } from "#db/schema/index.ts";
import { cancelLockedOrder } from "./cancel-locked-order.server.ts";
import { recordMismatch } from "./payment-mismatches.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import { sendRefund } from "./provider-refunds.server.ts";
import { insertRefund } from "./refund-order.server.ts";
import { quoteRest, readRest } from "./refundable.server.ts";

export type LateCancelOutcome =
  /** Cancelled. `refundCents`: what the customer gets back, 0 if nothing was paid. */
  | { kind: "cancelled"; refundCents: number }
  | { kind: "already-cancelled" }
  /** A parcel has left: recorded, now or before, and an administrator decides. */
  | { kind: "recorded" }
  | { kind: "delivered" }
  /** No notice was given, or its further date has not passed. */
  | { kind: "too-early" }
  /** The bank or PayPal already examines the payment: a refund could pay twice. */
  | { kind: "disputed" }
  /** The outcome of a payment is unknown. */
  | { kind: "payment-pending" }
  /** The customer has no such order, or the account was deleted meanwhile. */
  | { kind: "not-found" };

const REASON = "livraison en retard";

/**
 * Cancels the customer's own order whose further delivery date has passed (consumer code, L216-6), and refunds what was paid:
 * through the provider at once, otherwise as a mismatch that asks the administrators to return the money within 14 days
 * (L216-7). Once a parcel has left, the cancellation is only recorded (decision 95). Hand-overs, deliveries, refunds and
 * administrators' cancellations take the same order lock.
 */
export async function cancelLateOrder(
  services: PaymentServices,
  customer: OrderOwner,
  orderId: string,
): Promise<LateCancelOutcome> {
  const done = await services.db.transaction(async (tx) => {
    if (!isId(orderId) || !(await lockOwner(tx, customer))) return { kind: "not-found" } as const;
    const order = await lockOrder(tx, orderId, customer);
    if (!order) return { kind: "not-found" } as const;
    if (order.cancelledAt) return { kind: "already-cancelled" } as const;
    const { isLate, isFurtherOver, isCancelled } = await readLateState(tx, orderId);
    if (isCancelled) return { kind: "recorded" } as const;
    if (order.isDelivered) return { kind: "delivered" } as const;
    if (!isLate || !isFurtherOver) return { kind: "too-early" } as const;
    if ((await tx.$count(parcels, eq(parcels.orderId, orderId))) > 0) {
      await recordLateCancellation(tx, services.jobs, orderId);
      return { kind: "recorded" } as const;
    }
    if ((await tx.$count(orders, and(eq(orders.id, orderId), IS_DISPUTED))) > 0)
      return { kind: "disputed" } as const;
    if (!(await cancelLockedOrder(tx, services, CUSTOMER, orderId, REASON)))
      return { kind: "payment-pending" } as const;
    const quote = quoteRest(await readRest(tx, orderId));
    const refundCents = order.isPaid ? quote.amountCents : 0;
    const due = frenchLongDay(parisToday(LATE_REFUND_DAYS));
    const toRefund = `${formatPrice(refundCents)} sont à rembourser avant le ${due}`;
    await addMessage(tx, {
      id: `${orderId}-annulee`,
      title: "Commande annulée pour retard",
      message: `Commande ${deliveryNumber(orderId)} annulée par le client, faute de livraison\u00a0: ${refundCents > 0 ? toRefund : "rien n’est à envoyer ni à rembourser"}.`,
      email: "",
      name: order.customerName,
      phoneNumber: order.phoneNumber,
    });
    if (refundCents === 0) return { kind: "cancelled", refundCents } as const;
    if (!quote.paymentId) {
      // An imported order, paid elsewhere: only an administrator can return the money.
      const detail = `la commande est annulée pour retard\u00a0: ${toRefund}, par vos soins`;
      await recordMismatch(tx, order, {
        id: `retard-${orderId}`,
        paymentId: null,
        kind: "refund",
        detail,
      });
      return { kind: "cancelled", refundCents } as const;
    }
    const refund = await insertRefund(tx, CUSTOMER, orderId, quote, { reason: REASON });
    return { kind: "refunding", refundCents, refundId: refund.id } as const;
  });
  if (done.kind !== "refunding") return done;
  // A refusal is recorded as a mismatch, because the order is cancelled; a pending one is read again by `checkPayments`.
  await sendRefund(services, done.refundId);
  return { kind: "cancelled", refundCents: done.refundCents };
}
