import { isFullyRefunded, type OrderView, type WithdrawalState } from "./order-view.ts";

// Not in order-view.ts: that file is part of the cart's scripts, which are at their limit.
const OPEN_STATES = new Set<WithdrawalState>(["to-refund", "to-cancel", "refunding"]);

/** The statements of withdrawal, made in time, whose articles are not refunded yet. */
export const openWithdrawals = ({ withdrawals }: Pick<OrderView, "withdrawals">) =>
  withdrawals.filter(({ state }) => OPEN_STATES.has(state));

type Deliverable = Pick<
  OrderView,
  "isShipped" | "cancelledAt" | "parcels" | "withdrawals" | "totalCents" | "refunds"
>;

/**
 * Whether « Livrer » is offered: not for an order of which nothing is to be sent, because it is withdrawn or fully refunded. What left
 * before that may still arrive.
 */
export const isToDeliver = (order: Deliverable): boolean =>
  !order.isShipped &&
  !order.cancelledAt &&
  (order.parcels.length > 0 || (!isFullyRefunded(order) && openWithdrawals(order).length === 0));
