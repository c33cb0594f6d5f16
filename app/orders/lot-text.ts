import { frenchLongDay, frenchMonthOf } from "#app/ui/french-day.ts";
import type { LineLot } from "./order-view.ts";

const REAL_MONTH = /^\d{4}-(0[1-9]|1[0-2])/;

/** « à utiliser avant fin juin 2027 » or « … avant le 15 juin 2027 », from « 2027-06 » or « 2027-06-15 » (1223/2009, art. 19). */
export function durabilityText(bestBefore: string): string {
  // An impossible month of a former import is shown as stored.
  if (!REAL_MONTH.test(bestBefore)) return `à utiliser avant ${bestBefore}`;
  return bestBefore.length > 7
    ? `à utiliser avant le ${frenchLongDay(bestBefore)}`
    : `à utiliser avant fin ${frenchMonthOf(bestBefore)}`;
}

/** « Lot L42, à utiliser avant fin juin 2027 »; with « 2 × » before it when the line has several lots. */
export function lotText(
  { lot, bestBefore, quantity }: LineLot,
  { isOneOfSeveral = false } = {},
): string {
  const durability = bestBefore ? `, ${durabilityText(bestBefore)}` : "";
  return `${isOneOfSeveral ? `${quantity}\u00a0× lot` : "Lot"} ${lot}${durability}`;
}
