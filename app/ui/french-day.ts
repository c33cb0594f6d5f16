/* Formats dates without a time, given as « 2026-11-20 ». Without Intl, so that server and browser render the same text. */

const MONTHS = [
  ["janvier", "janv."],
  ["février", "févr."],
  ["mars", "mars"],
  ["avril", "avr."],
  ["mai", "mai"],
  ["juin", "juin"],
  ["juillet", "juil."],
  ["août", "août"],
  ["septembre", "sept."],
  ["octobre", "oct."],
  ["novembre", "nov."],
  ["décembre", "déc."],
] as const;

type Day = { year: number; month: number; day: number };

function parseDay(day: string): Day {
  const [year, month, date] = day.split("-").map(Number);
  return { year: year!, month: month!, day: date! };
}

/** « novembre » or « nov. », from a month 1 to 12. */
export function monthName(month: number, length: "long" | "short" = "long"): string {
  return MONTHS[month - 1]![length === "long" ? 0 : 1];
}

/** « 1er », « 2 ». */
export function dayOfMonth(day: number): string {
  return day === 1 ? "1er" : String(day);
}

/** « 20 novembre 2026 », from « 2026-11-20 ». */
export function frenchLongDay(day: string): string {
  const { day: date, month, year } = parseDay(day);
  return `${dayOfMonth(date)} ${monthName(month)} ${year}`;
}

/** « 20 nov. », from « 2026-11-20 ». */
export function frenchShortDay(day: string): string {
  const { day: date, month } = parseDay(day);
  return `${dayOfMonth(date)} ${monthName(month, "short")}`;
}

/** « nov. 2026 », from « 2026-11-20 ». */
export function frenchShortMonth(day: string): string {
  const { month, year } = parseDay(day);
  return `${monthName(month, "short")} ${year}`;
}

/** « novembre 2026 », from « 2026-11 ». */
export function frenchMonthOf(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return `${monthName(number!)} ${year}`;
}

/** « du 20 au 24 novembre 2026 », from two dates « 2026-11-20 »; month and year are repeated only where they differ. */
export function frenchPeriod(from: string, until: string): string {
  const [start, end] = [parseDay(from), parseDay(until)];
  const last = frenchLongDay(until);
  if (from === until) return `le ${last}`;
  const isSameYear = start.year === end.year;
  const month = isSameYear && start.month === end.month ? "" : ` ${monthName(start.month)}`;
  const year = isSameYear ? "" : ` ${start.year}`;
  return `du ${dayOfMonth(start.day)}${month}${year} au ${last}`;
}

/** « 2026-11-28 », from « 2026-11-27 ». */
export function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
