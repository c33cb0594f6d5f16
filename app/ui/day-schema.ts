/**
 * A day as date fields (« 2027-11-30 ») and French spreadsheets (« 30/11/2027 ») write it, as « 2027-11-30 »; null for a day that doesn't
 * exist and for any other text.
 */
export function parseDay(text: string): string | null {
  const day = text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$2-$1");
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // JavaScript reads « 2026-02-30 » as 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}
