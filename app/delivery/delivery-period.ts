import { addDays, addWorkingDays } from "#app/platform/working-days.ts";
import type { Offer } from "./delivery-offers.ts";

/** Without a configured delay: from the day of the order to four days later (specification §9). */
export const DELIVERY_DAYS = 4;

/** The first and the last day of a delivery that is ordered on `today`, « 2026-11-20 ». */
export function deliveryPeriod(
  days: Offer["days"],
  today: string,
): { from: string; until: string } {
  return days
    ? { from: addWorkingDays(today, days.min), until: addWorkingDays(today, days.max) }
    : { from: today, until: addDays(today, DELIVERY_DAYS) };
}
