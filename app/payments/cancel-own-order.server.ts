import { lockOwner, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { CUSTOMER } from "#app/audit/record-acts.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { deliveryNumber, isToPay } from "#app/orders/order-view.ts";
import { isId } from "#app/platform/id.ts";
import { cancelLockedOrder } from "./cancel-locked-order.server.ts";
import type { PaymentServices } from "./payment-services.ts";

export type OwnCancelOutcome =
  | { kind: "cancelled" }
  | { kind: "already-cancelled" }
  | { kind: "paid" }
  /** The order is paid on delivery, so it may have been sent already; or it is delivered. */
  | { kind: "on-delivery" }
  /** The outcome of a payment is unknown. */
  | { kind: "payment-pending" }
  /** The customer has no such order, or the account was deleted meanwhile. */
  | { kind: "not-found" };

const REASON = "à la demande du client";

/**
 * Cancels the customer's own order while it is to be paid online, and notifies administrators. Captures and settlements
 * take the same order lock, so a concurrent payment is either visible here, or runs later and sees the cancelled order.
 */
export function cancelOwnOrder(
  services: Pick<PaymentServices, "db" | "jobs">,
  customer: OrderOwner,
  orderId: string,
): Promise<OwnCancelOutcome> {
  return services.db.transaction(async (tx) => {
    if (!isId(orderId) || !(await lockOwner(tx, customer))) return { kind: "not-found" };
    const order = await lockOrder(tx, orderId, customer);
    if (!order) return { kind: "not-found" };
    if (order.cancelledAt) return { kind: "already-cancelled" };
    if (order.isPaid) return { kind: "paid" };
    // A delivered order cannot be cancelled, whatever its payment method.
    if (order.isDelivered || !isToPay(order)) return { kind: "on-delivery" };
    if (!(await cancelLockedOrder(tx, services, CUSTOMER, orderId, REASON)))
      return { kind: "payment-pending" };
    await addMessage(tx, {
      id: `${orderId}-annulee`,
      title: "Commande annulée par le client",
      message: `Commande ${deliveryNumber(orderId)} annulée avant d’être payée\u00a0: rien n’est à envoyer ni à rembourser.`,
      email: "",
      name: order.customerName,
      phoneNumber: order.phoneNumber,
    });
    return { kind: "cancelled" };
  });
}
