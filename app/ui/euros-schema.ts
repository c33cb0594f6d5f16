/**
 * A typed sum in cents: « 12 », « 12,5 », « 1 200,50 € ». Null if it is no sum of at most two decimals, negative, or above
 * 1,000,000 €. An empty text is 0.
 */
export function parseEuros(text: string): number | null {
  const digits = text.replaceAll(/[\s€]/g, "").replace(".", ",");
  if (digits === "") return 0;
  const found = /^(\d{1,7})(?:,(\d{1,2}))?$/.exec(digits);
  if (!found) return null;
  const cents = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return cents <= 1_000_000_00 ? cents : null;
}

/** A sum for such a field: « 12 », « 12,50 »; empty for 0. */
export function eurosText(cents: number): string {
  if (cents === 0) return "";
  const rest = cents % 100;
  return `${Math.floor(cents / 100)}${rest === 0 ? "" : `,${String(rest).padStart(2, "0")}`}`;
}
