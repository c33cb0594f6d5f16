import { dayOfMonth, monthName } from "./french-day.ts";

const WEEKDAYS = ["Dimanche", "Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi"] as const;

let clock: Intl.DateTimeFormat | undefined;
/** Created on first use: the first use of Intl takes a browser 20 ms, and most pages show no date. */
function parisClock(): Intl.DateTimeFormat {
  return (clock ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Paris",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }));
}

type ParisMoment = { year: number; month: number; day: number; weekday: string; time: string };

// Names of months and days do not come from Intl, whose output differs between versions: server and browser must render the
// same text.
function inParis(date: Date): ParisMoment {
  const parts = Object.fromEntries(
    parisClock()
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day] = [Number(parts["year"]), Number(parts["month"]), Number(parts["day"])];
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]!;
  return { year, month, day, weekday, time: `${parts["hour"]}:${parts["minute"]}` };
}

/** « Vendredi 20 novembre 2026 », in Paris. */
export function frenchDate(date: Date): string {
  const { weekday, day, month, year } = inParis(date);
  return `${weekday} ${dayOfMonth(day)} ${monthName(month)} ${year}`;
}

/** « 20 novembre 2026 », in Paris. */
export function frenchDay(date: Date): string {
  const { day, month, year } = inParis(date);
  return `${dayOfMonth(day)} ${monthName(month)} ${year}`;
}

/** « novembre 2026 », in Paris. */
export function frenchMonth(date: Date): string {
  const { month, year } = inParis(date);
  return `${monthName(month)} ${year}`;
}

/** « 20 nov. 14:12 », in Paris; with the year when it differs from that of `today`. */
export function frenchMoment(date: Date, today = new Date()): string {
  const { day, month, year, time } = inParis(date);
  const yearText = year === inParis(today).year ? "" : ` ${year}`;
  return `${dayOfMonth(day)} ${monthName(month, "short")}${yearText} ${time}`;
}

/** « 20 novembre à 14:12 », in Paris; with the year when it differs from that of `today`. */
export function frenchLongMoment(date: Date, today = new Date()): string {
  const { day, month, year, time } = inParis(date);
  const yearText = year === inParis(today).year ? "" : ` ${year}`;
  return `${dayOfMonth(day)} ${monthName(month)}${yearText} à ${time}`;
}

/** The time of a date on the day of `today`, otherwise the day: « 14:12 », « 19 nov. », « 1er juil. 2025 ». In Paris. */
export function frenchRecent(date: Date, today: Date): string {
  const moment = frenchMoment(date, today);
  const time = moment.slice(-5);
  return parisDay(date) === parisDay(today) ? time : moment.slice(0, -6);
}

/** The date in Paris plus `offset` days, as « 2026-11-20 ». */
export function parisDay(date: Date, offset = 0): string {
  const { year, month, day } = inParis(date);
  return new Date(Date.UTC(year, month - 1, day + offset)).toISOString().slice(0, 10);
}
