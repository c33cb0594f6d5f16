import { frenchNumber } from "./french-number.ts";

const noBreakSpace = "\u00A0";

/** A price in cents as French text, « 34 € », « 17,67 € ». Without Intl, so that server and browser render the same text. */
export function formatPrice(cents: number): string {
  const amount = Math.abs(Math.round(cents));
  const euros = frenchNumber(Math.floor(amount / 100));
  const rest = amount % 100;
  const sign = cents < 0 && amount > 0 ? "-" : "";
  return `${sign}${euros}${rest === 0 ? "" : `,${String(rest).padStart(2, "0")}`}${noBreakSpace}€`;
}
