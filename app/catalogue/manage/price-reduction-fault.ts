import { parisDay } from "#app/ui/french-date.ts";

const LONGEST_REDUCTION_MS = 366 * 86_400_000;

/** What is wrong with the last day of a reduction; null if it is empty or a day from today on, within a year. */
export function priceReductionFault(day: string): string | null {
  if (day === "") return null;
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // JavaScript reads « 2026-02-30 » as 2 March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    return "Cette date n’existe pas\u00a0: jour, mois et année.";
  if (day < parisDay(new Date())) return "Cette date est passée\u00a0: choisissez un jour à venir.";
  return time > Date.now() + LONGEST_REDUCTION_MS
    ? "Une réduction s’annonce pour un an au plus."
    : null;
}
