import { readNumber } from "./number-schema.ts";

/** Parses a typed percentage with at most one decimal: « 10 », « 10 % », « 10,5 ». Null for an invalid text or one with two meanings. */
export function parsePercent(text: string): number | null {
  const read = readNumber(text);
  if (!read || read.grouped !== null || !["", "%"].includes(read.unit)) return null;
  return read.decimals <= 1 && read.value < 1_000 ? read.value : null;
}
