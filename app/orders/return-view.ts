export type ReturnState =
  | "expected"
  | "to-refund"
  | "refunding"
  | "refunded"
  | "nothing-due"
  | "closed";

/** Goods that come back. `came`: on the shelf again or damaged; `toRefund`: of these, what no refund pays for. */
export type ReturnView = {
  id: string;
  orderId: string;
  /** The statement of withdrawal that announced it; null: an administrator did. */
  withdrawalId: string | null;
  /** That statement cancels a late order. */
  isForLateDelivery: boolean;
  at: Date;
  receivedAt: Date | null;
  closedAt: Date | null;
  closeReason: string | null;
  state: ReturnState;
  /** The last day to refund, « 2026-12-09 », and the days until then; null while an administrator's return is expected. */
  dueOn: string | null;
  daysLeft: number | null;
  /** Its own confirmed refunds: their sum, the day of the last one, their credit notes; null without one. */
  refunded: { cents: number; at: Date; creditNotes: string[] } | null;
  lines: { position: number; name: string; expected: number; came: number; toRefund: number }[];
};
