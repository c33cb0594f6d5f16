import { parisDay } from "#app/ui/french-date.ts";

/** The predefined periods. `choice` is the value of `periode` in the URL. */
export const CHOICES = [
  { choice: "7", label: "7 jours" },
  { choice: "30", label: "30 jours" },
  { choice: "90", label: "90 jours" },
  { choice: "12-mois", label: "12 mois" },
] as const;
export type Choice = (typeof CHOICES)[number]["choice"] | "choisie";

/** A period of the dashboard: two dates in Paris, « 2026-11-20 », both included. `step` is the length of a bar of the chart. */
export type Period = { choice: Choice; from: string; until: string; step: "day" | "month" };

const DEFAULT = "30";
/** Periods with more days than this have one bar per month instead of one per day. */
const MOST_DAYS = 92;
/** The longest period that the chart shows. The start of a longer period is moved to a later date. */
const MOST_MONTHS = 60;

/**
 * Parses the period in the URL: the dates `du` and `au` in any order, or else `periode`. 30 days when both are missing or
 * invalid.
 */
export function parsePeriod(search: URLSearchParams, now: Date): Period {
  const today = parisDay(now);
  const [from, until] = [search.get("du"), search.get("au")].map((day) => parseDay(day, today));
  if (from && until) return customPeriod(from < until ? from : until, from < until ? until : from);
  const choice = CHOICES.find((offered) => offered.choice === search.get("periode"))?.choice;
  if (choice === "12-mois")
    return { choice, from: monthStart(today, -11), until: today, step: "month" };
  const days = Number(choice ?? DEFAULT);
  return {
    choice: choice ?? DEFAULT,
    from: addDays(today, 1 - days),
    until: today,
    step: "day",
  };
}

function customPeriod(from: string, until: string): Period {
  const earliest = monthStart(until, 1 - MOST_MONTHS);
  const start = from < earliest ? earliest : from;
  const step = daysBetween(start, until) >= MOST_DAYS ? "month" : "day";
  return { choice: "choisie", from: start, until, step };
}

/** The period just before this one, with as many days or, for bars of months, as many months. */
export function periodBefore({ from, until, step }: Period): { from: string; until: string } {
  if (step === "day") {
    const length = daysBetween(from, until) + 1;
    return { from: addDays(from, -length), until: addDays(from, -1) };
  }
  const months = bucketsOf({ from, until, step }).length;
  return { from: addMonths(from, -months), until: addMonths(until, -months) };
}

/** The start dates of a period's bars. */
export function bucketsOf({ from, until, step }: Omit<Period, "choice">): string[] {
  const buckets: string[] = [];
  const next = (day: string) => (step === "day" ? addDays(day, 1) : monthStart(day, 1));
  let day = step === "day" ? from : monthStart(from, 0);
  for (; day <= until; day = next(day)) buckets.push(day);
  return buckets;
}

/** The dashboard's URL with this period, as a chart or a table. */
export function dashboardHref(
  period: Pick<Period, "choice" | "from" | "until">,
  { isTable }: { isTable: boolean },
): string {
  const fields = new URLSearchParams();
  if (period.choice === "choisie") {
    fields.set("du", period.from);
    fields.set("au", period.until);
  } else if (period.choice !== DEFAULT) fields.set("periode", period.choice);
  if (isTable) fields.set("vue", "tableau");
  return fields.size > 0 ? `/admin/tableau-de-bord?${fields}` : "/admin/tableau-de-bord";
}

// Date arithmetic uses UTC, where every day has 24 hours.
const utcDate = (day: string) => new Date(`${day}T00:00:00Z`);
const iso = (date: Date) => date.toISOString().slice(0, 10);
const addDays = (day: string, days: number) =>
  iso(new Date(utcDate(day).getTime() + days * 86_400_000));
const daysBetween = (from: string, until: string) =>
  (utcDate(until).getTime() - utcDate(from).getTime()) / 86_400_000;

function monthStart(day: string, offset: number): string {
  const date = utcDate(day);
  return iso(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1)));
}

/** The same day of another month, or that month's last day: 31 March minus one month is 28 February. */
function addMonths(day: string, months: number): string {
  const first = monthStart(day, months);
  const last = addDays(monthStart(first, 1), -1);
  const candidate = `${first.slice(0, 8)}${day.slice(8)}`;
  return candidate < last ? candidate : last;
}

/** Parses a date of the years 1900 to 2099; a future date becomes `today`. Null when it is missing or invalid. */
function parseDay(text: string | null, today: string): string | null {
  if (!text || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return null;
  const date = utcDate(text);
  if (Number.isNaN(date.getTime()) || iso(date) !== text) return null;
  return text < today ? text : today;
}
