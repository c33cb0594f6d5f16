import { readNumber } from "./number-schema.ts";

/**
 * A typed sum in cents: « 12 », « 12,5 », « 1 200,50 € ». Null if it is no sum of at most two decimals, negative, above
 * 1,000,000 €, or has two readings. An empty text is 0.
 */
export function parseEuros(text: string): number | null {
  if (/^[\s€]*$/.test(text)) return 0;
  const read = readNumber(text.replace(/^\s*€/, ""));
  if (!read || read.grouped !== null || !["", "€"].includes(read.unit)) return null;
  return read.decimals <= 2 && read.value <= 1_000_000 ? Math.round(read.value * 100) : null;
}

/** A sum for such a field: « 12 », « 12,50 »; empty for 0. */
export function eurosText(cents: number): string {
  if (cents === 0) return "";
  const rest = cents % 100;
  return `${Math.floor(cents / 100)}${rest === 0 ? "" : `,${String(rest).padStart(2, "0")}`}`;
}
