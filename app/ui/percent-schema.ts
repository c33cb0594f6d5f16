import { readNumber } from "./number-schema.ts";

/** A typed percentage, « 10 », « 10 % » or « 10,5 »: at most one decimal. Null if the text is none, or has two readings. */
export function parsePercent(text: string): number | null {
  const read = readNumber(text);
  if (!read || read.grouped !== null || !["", "%"].includes(read.unit)) return null;
  return read.decimals <= 1 && read.value < 1_000 ? read.value : null;
}
