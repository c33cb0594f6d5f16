/** A refund is due this many days after a statement of withdrawal (Code de la consommation, L221-24) and after the cancellation of a late
 * order (L216-7). */
export const REFUND_DAYS = 14;
