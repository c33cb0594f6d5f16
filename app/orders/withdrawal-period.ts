import { addDays, isWorkingDay } from "#app/platform/working-days.ts";

/*
 * The days of a withdrawal. Days are « 2026-11-20 », in Paris.
 */

/** The shop's own period in days, from delivery (specification §9: returns within 30 days). */
export const OFFERED_DAYS = 30;
/** The legal period in days, from delivery (Code de la consommation, L221-18). */
const LEGAL_DAYS = 14;
/** The refund is due this many days after the statement (L221-24), or the cancellation of a late order (L216-7). */
export const REFUND_DAYS = 14;

/**
 * The last day of the legal period. The day of delivery doesn't count; a period that ends on a Saturday, a Sunday or a
 * holiday ends on the next working day (L221-19).
 */
export function legalEnd(deliveredOn: string): string {
  let end = addDays(deliveredOn, LEGAL_DAYS);
  while (!isWorkingDay(end)) end = addDays(end, 1);
  return end;
}
