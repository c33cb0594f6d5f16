import { isBlank } from "#app/ui/blank-schema.ts";
import type { Specification } from "../product-schema.ts";

// Limits of a product's fields, for the form and the CSV import. Lengths are in UTF-16 code units.
export const LONGEST_NAME = 200;
export const LONGEST_TEXT = 20_000;
export const MOST_SPECIFICATIONS = 50;
/** The reason for saving a cosmetic with doubts (doubts.server.ts). */
export const LONGEST_REASON = 500;
/** In whole euros. */
export const HIGHEST_PRICE = 999_999;

/** Normalises a text for storage: trimmed, with LF line ends, in Unicode NFC; empty without a visible character. */
export function productText(text: string): string {
  if (isBlank(text)) return "";
  return text.replace(/\r\n?/g, "\n").trim().normalize("NFC");
}

/** Normalises a name for storage: one line, lower case (specification §5). */
export function productName(text: string): string {
  return oneLine(text).toLowerCase();
}

/** Normalises a text of one line. */
export const oneLine = (text: string) => productText(text).replace(/\s+/g, " ");

/** The normalised rows of specifications, without the empty ones. */
export function filledRows(rows: readonly Specification[]): Specification[] {
  return rows
    .map(({ name, value }) => ({ name: oneLine(name), value: oneLine(value) }))
    .filter(({ name, value }) => name !== "" || value !== "");
}

/** Converts digits (whole euros, specification §3) to cents; null for anything else. */
export function priceInCents(digits: string): number | null {
  return /^\d{1,6}$/.test(digits) ? Number(digits) * 100 : null;
}
