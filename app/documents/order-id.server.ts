import { createHash } from "node:crypto";
import { encodeTime } from "ulid";

const LENGTH = 26;
const TIME_LENGTH = 10;
const NUMBER_LENGTH = LENGTH - TIME_LENGTH;

/**
 * The id under which an order of another shop lives here: its date (orders stand by id, the newest first), then its
 * former delivery number (from the 11th character of the former id, upper case: specification §2) after zeros, so that
 * the number on the customer's slip is in the new one, and finds the order. The same order gets the same id every time.
 */
export function orderIdFor(formerId: string, createdAt: Date): string {
  if (formerId.length === LENGTH && /^[0-9A-Za-z]+$/.test(formerId)) return formerId;
  const formerNumber = formerId.slice(TIME_LENGTH).toUpperCase();
  const number = /^[0-9A-Z]{4,16}$/.test(formerNumber)
    ? formerNumber
    : createHash("sha256").update(formerId).digest("hex").slice(0, NUMBER_LENGTH).toUpperCase();
  return encodeTime(createdAt.getTime(), TIME_LENGTH) + number.padStart(NUMBER_LENGTH, "0");
}
