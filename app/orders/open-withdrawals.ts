import type { OrderView, WithdrawalState } from "./order-view.ts";

// Not in order-view.ts: that file is part of the cart's scripts, which are at their limit.
const OPEN_STATES = new Set<WithdrawalState>(["to-refund", "to-cancel", "refunding"]);

/** The statements of withdrawal, made in time, whose articles are not refunded yet. */
export const openWithdrawals = ({ withdrawals }: Pick<OrderView, "withdrawals">) =>
  withdrawals.filter(({ state }) => OPEN_STATES.has(state));
