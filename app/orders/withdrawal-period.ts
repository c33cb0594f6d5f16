/** The refund is due this many days after the statement of withdrawal (Code de la consommation, L221-24). */
export const REFUND_DAYS = 14;
