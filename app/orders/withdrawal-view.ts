export type WithdrawalState =
  | "unmatched"
  | "to-cancel"
  | "nothing-due"
  | "closed"
  | "refunded"
  | "refunding"
  | "late"
  | "to-refund";

/**
 * A statement of withdrawal from an order, or the cancellation of a late one whose parcel had left. `articles`: as text; empty for the
 * whole order.
 */
export type WithdrawalView = {
  id: string;
  at: Date;
  name: string;
  articles: string;
  isForLateDelivery: boolean;
  state: WithdrawalState;
  /** The day on which the refund is due, « 2026-12-09 ». */
  refundDueOn: string;
  /** When and why an administrator closed it without a refund; null for others. */
  ending: { at: Date; reason: string } | null;
};
