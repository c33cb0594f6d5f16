import { isFullyRefunded, type OrderView } from "./order-view.ts";
import type { WithdrawalState } from "./withdrawal-view.ts";

const OPEN_STATES = new Set<WithdrawalState>(["to-refund", "to-cancel", "refunding"]);

/** The statements of withdrawal, made in time, whose articles are not refunded yet. */
export const openWithdrawals = ({ withdrawals }: Pick<OrderView, "withdrawals">) =>
  withdrawals.filter(({ state }) => OPEN_STATES.has(state));

/** Whether one of the open statements cancels the order for its late delivery. */
export const isLateCancelled = (order: Pick<OrderView, "withdrawals">): boolean =>
  openWithdrawals(order).some(({ isForLateDelivery }) => isForLateDelivery);

/** What an administrator is told about a statement: the cancellation of a late order, or a withdrawal. */
export const withdrawnText = (isForLateDelivery: boolean): string =>
  isForLateDelivery ? "Le client a annulé, faute de livraison" : "Le client s’est rétracté";

type Deliverable = Pick<
  OrderView,
  "isDelivered" | "cancelledAt" | "parcels" | "withdrawals" | "totalCents" | "refunds"
>;

/**
 * Whether « Livrer » is offered. Not for an order that is withdrawn or fully refunded, unless a parcel has left: that parcel may still
 * arrive.
 */
export const isToDeliver = (order: Deliverable): boolean =>
  !order.isDelivered &&
  !order.cancelledAt &&
  (order.parcels.length > 0 || (!isFullyRefunded(order) && openWithdrawals(order).length === 0));
