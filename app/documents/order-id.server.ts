import { createHash } from "node:crypto";
import { encodeTime } from "ulid";

const LENGTH = 26;
const TIME_LENGTH = 10;
const NUMBER_LENGTH = LENGTH - TIME_LENGTH;

/**
 * The id of an imported order. An id of this shop (26 letters and digits) stays. Otherwise it is computed, the same on each
 * import: the order's date (orders are sorted by id), then the former delivery number (the former id from its 11th
 * character, upper case: specification §2) padded with zeros, so that a search for the number on the customer's packing slip
 * finds the order. A former id without a usable number gets a hash instead.
 */
export function orderIdFor(formerId: string, createdAt: Date): string {
  if (formerId.length === LENGTH && /^[0-9A-Za-z]+$/.test(formerId)) return formerId;
  const formerNumber = formerId.slice(TIME_LENGTH).toUpperCase();
  const number = /^[0-9A-Z]{4,16}$/.test(formerNumber)
    ? formerNumber
    : createHash("sha256").update(formerId).digest("hex").slice(0, NUMBER_LENGTH).toUpperCase();
  return encodeTime(createdAt.getTime(), TIME_LENGTH) + number.padStart(NUMBER_LENGTH, "0");
}
