/** A typed percentage, « 10 », « 10 % » or « 10,5 »: at most one decimal. Null if the text is none. */
export function parsePercent(text: string): number | null {
  const [, whole, tenth = "0"] = /^(\d{1,3})(?:[.,](\d))?\s*%?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(`${whole}.${tenth}`);
}
