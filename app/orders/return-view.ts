export type ReturnState =
  | "expected"
  | "to-refund"
  | "refunding"
  | "refunded"
  | "nothing-due"
  | "closed";

/** Whether pieces of the return came that no refund pays for. */
export const isToRefund = ({ state }: { state: ReturnState }): boolean => state === "to-refund";

/** A return. `came`: received pieces, shelved or damaged; `toRefund`: of these, the pieces that are not refunded yet. */
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
  /** The return's own confirmed refunds: their sum, the time of the last one, their credit notes; null without one. */
  refunded: { cents: number; at: Date; creditNotes: string[] } | null;
  lines: { position: number; name: string; expected: number; came: number; toRefund: number }[];
};
