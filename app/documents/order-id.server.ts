import { createHash } from "node:crypto";
import { encodeTime } from "ulid";

const LENGTH = 26;
const TIME_LENGTH = 10;
const NUMBER_LENGTH = LENGTH - TIME_LENGTH;

/**
 * The id of an order imported from another shop, deterministic: its date (orders are sorted by id), then its former
 * delivery number (the former id from its 11th character, upper case: specification §2) padded with zeros, so that a
 * search for the number on the customer's packing slip finds the order.
 */
export function orderIdFor(formerId: string, createdAt: Date): string {
  if (formerId.length === LENGTH && /^[0-9A-Za-z]+$/.test(formerId)) return formerId;
  const formerNumber = formerId.slice(TIME_LENGTH).toUpperCase();
  const number = /^[0-9A-Z]{4,16}$/.test(formerNumber)
    ? formerNumber
    : createHash("sha256").update(formerId).digest("hex").slice(0, NUMBER_LENGTH).toUpperCase();
  return encodeTime(createdAt.getTime(), TIME_LENGTH) + number.padStart(NUMBER_LENGTH, "0");
}
