import type { Picture } from "#app/catalogue/product-schema.ts";
import { DELIVERY_DAYS, type PaymentMethod, type ShippingMethod } from "./order-schema.ts";

/** A line as it was when it was bought; `picture` is null once its file is gone. */
export type OrderLine = {
  productId: string;
  name: string;
  image: string | null;
  picture: Picture | null;
  unitPriceCents: number;
  quantity: number;
};

/** An order as every screen shows it. `shippingFrom` and `shippingUntil` are days, « 2026-11-20 ». */
export type OrderView = {
  id: string;
  customerName: string;
  /** The e-mail of the customer's account; null once the account is gone. */
  customerEmail: string | null;
  phoneNumber: string;
  shippingAddress: string;
  shippingMethod: ShippingMethod;
  paymentMethod: PaymentMethod;
  shippingFrom: string;
  shippingUntil: string;
  totalCents: number;
  createdAt: Date;
  isPaid: boolean;
  paidAt: Date | null;
  isShipped: boolean;
  shippedAt: Date | null;
  lines: OrderLine[];
};

/** Whether a text from outside may be asked of the database as an order's id (it refuses some, the null character say). */
export function isOrderId(text: string): boolean {
  return /^[0-9A-Za-z]{26}$/.test(text);
}

/** What the customer and the carrier call the order: its id from the 11th character, upper case (specification §2). */
export function deliveryNumber(orderId: string): string {
  return orderId.slice(10).toUpperCase();
}

/** Whether the customer still has to pay it at the provider. */
export function isToPay(order: Pick<OrderView, "isPaid" | "paymentMethod">): boolean {
  return !order.isPaid && order.paymentMethod === "Paiement securisé en ligne";
}

/** « 3 articles »: the pieces of all lines. */
export function articleCount(lines: readonly Pick<OrderLine, "quantity">[]): string {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  return `${count} article${count > 1 ? "s" : ""}`;
}

const WEEKDAYS = ["Dimanche", "Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi"] as const;
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

const parisClock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Paris",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

type Day = { year: number; month: number; day: number };

// The words are ours rather than Intl's, so that the server and every browser agree to the letter.
function inParis(date: Date): Day & { weekday: string; time: string } {
  const parts = Object.fromEntries(
    parisClock.formatToParts(date).map(({ type, value }) => [type, value]),
  );
  const [year, month, day] = [Number(parts["year"]), Number(parts["month"]), Number(parts["day"])];
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]!;
  return { year, month, day, weekday, time: `${parts["hour"]}:${parts["minute"]}` };
}

function parseDay(day: string): Day {
  const [year, month, date] = day.split("-").map(Number);
  return { year: year!, month: month!, day: date! };
}

function monthName(month: number, length: "long" | "short" = "long"): string {
  return MONTHS[month - 1]![length === "long" ? 0 : 1];
}

function dayOfMonth(day: number): string {
  return day === 1 ? "1er" : String(day);
}

/** « Vendredi 20 novembre 2026 », in Paris. */
export function frenchDate(date: Date): string {
  const { weekday, day, month, year } = inParis(date);
  return `${weekday} ${dayOfMonth(day)} ${monthName(month)} ${year}`;
}

/** « novembre 2026 », in Paris. */
export function frenchMonth(date: Date): string {
  const { month, year } = inParis(date);
  return `${monthName(month)} ${year}`;
}

/** « 20 nov. 14:12 », in Paris; the year is added when it isn't that of `today`. */
export function frenchMoment(date: Date, today = new Date()): string {
  const { day, month, year, time } = inParis(date);
  const ofYear = year === inParis(today).year ? "" : ` ${year}`;
  return `${dayOfMonth(day)} ${monthName(month, "short")}${ofYear} ${time}`;
}

/** « du 20 au 24 novembre 2026 », saying a month or year twice only where they differ; from two days, « 2026-11-20 ». */
export function frenchPeriod(from: string, until: string): string {
  const [start, end] = [parseDay(from), parseDay(until)];
  const last = `${dayOfMonth(end.day)} ${monthName(end.month)} ${end.year}`;
  if (from === until) return `le ${last}`;
  const isSameYear = start.year === end.year;
  const month = isSameYear && start.month === end.month ? "" : ` ${monthName(start.month)}`;
  const year = isSameYear ? "" : ` ${start.year}`;
  return `du ${dayOfMonth(start.day)}${month}${year} au ${last}`;
}

/** The delivery period of an order placed now, by the shop's calendar: « du 20 au 24 novembre 2026 ». */
export function shippingPeriodFromToday(now = new Date()): string {
  const { year, month, day } = inParis(now);
  const isoDay = (offset: number) =>
    new Date(Date.UTC(year, month - 1, day + offset)).toISOString().slice(0, 10);
  return frenchPeriod(isoDay(0), isoDay(DELIVERY_DAYS));
}
