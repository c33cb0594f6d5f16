const MONTHS = [
  "janvier",
  "février",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "août",
  "septembre",
  "octobre",
  "novembre",
  "décembre",
];
const DAY = new RegExp(
  `(\\d{4})-(\\d{2})-(\\d{2})|(\\d{1,2})/(\\d{1,2})/(\\d{4})|(\\d{1,2})(?:er)? (${MONTHS.join("|")}) (\\d{4})`,
  "giu",
);

/**
 * Parses a text with one date, « 1990-05-31 », « 31/05/1990 » or « 31 mai 1990 », into « 1990-05-31 ». Null for an empty or
 * missing value; undefined for any other value, and for several dates.
 */
export function parseDay(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  const days = daysIn(value);
  return days.length === 1 ? days[0] : undefined;
}

/** Parses a delivery period (dates as for `parseDay`): any text with exactly two dates in ascending order; otherwise null. */
export function parsePeriod(value: unknown): { from: string; until: string } | null {
  const [from, until, more] = daysIn(value);
  return from && until && more === undefined && from <= until ? { from, until } : null;
}

function daysIn(value: unknown): string[] {
  if (typeof value !== "string") return [];
  return [...value.matchAll(DAY)].flatMap((match) => {
    const [, isoYear, isoMonth, isoDay, day, month, year, wordDay, word, wordYear] = match;
    const parts = isoYear
      ? [isoYear, isoMonth, isoDay]
      : year
        ? [year, month, day]
        : [wordYear, String(MONTHS.indexOf(word!.toLowerCase()) + 1), wordDay];
    const text = parts.map((part) => part!.padStart(2, "0")).join("-");
    // Rejects 31 February, which Date would turn into a day of March.
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? [text] : [];
  });
}
