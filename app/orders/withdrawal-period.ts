/**
 * Days within which the shop must refund, after a withdrawal (Code de la consommation, L221-24) or the cancellation of a late order
 * (L216-7).
 */
export const REFUND_DAYS = 14;
