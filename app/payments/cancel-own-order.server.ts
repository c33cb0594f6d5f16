import { holdAccount } from "#app/accounts/remove-account.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { deliveryNumber, isOrderId, isToPay } from "#app/orders/order-view.ts";
import { cancelHeldOrder } from "./cancel-held-order.server.ts";
import type { PaymentServices } from "./payment-services.ts";

export type OwnCancelOutcome =
  | { kind: "cancelled" }
  | { kind: "already-cancelled" }
  | { kind: "paid" }
  /** It is paid at the door: the shop may have sent it. */
  | { kind: "on-delivery" }
  /** A payment is under way whose end isn't known. */
  | { kind: "payment-pending" }
  /** There is none of this customer's, or their account was deleted meanwhile. */
  | { kind: "not-found" };

/** Customers are named in no history: it stands for administrators' acts (docs/decisions/0046). */
const CUSTOMER = { id: null, name: "Client" };
const REASON = "À la demande du client";

/**
 * Cancels the customer's own order while it waits for its payment at the provider. Under the order's lock, as a capture
 * begins and a payment settles: whoever comes second finds it paid, being paid, or cancelled. Administrators are told.
 */
export function cancelOwnOrder(
  services: Pick<PaymentServices, "db" | "jobs">,
  customer: { id: string },
  orderId: string,
): Promise<OwnCancelOutcome> {
  return services.db.transaction(async (tx) => {
    if (!isOrderId(orderId) || !(await holdAccount(tx, customer.id))) return { kind: "not-found" };
    const order = await lockOrder(tx, orderId, customer.id);
    if (!order) return { kind: "not-found" };
    if (order.cancelledAt) return { kind: "already-cancelled" };
    if (order.isPaid) return { kind: "paid" };
    // Whatever its payment, what has been handed over isn't cancelled.
    if (order.isShipped || !isToPay(order)) return { kind: "on-delivery" };
    if (!(await cancelHeldOrder(tx, services, CUSTOMER, orderId, REASON)))
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
