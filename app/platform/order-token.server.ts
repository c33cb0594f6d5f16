import { isSignature, signatureOf } from "./signature.server.ts";

/**
 * An order without an account, as a signed token names it. `version`: tokens of an earlier one are revoked. `from`: where the token
 * was first seen. « mail »: in a mail to the order's address, so whoever has it reads that mailbox; « link »: in another link, which
 * proves nothing; missing: in the browser that placed the order.
 */
export type LinkedOrder = { orderId: string; version: number; from?: "link" | "mail" };

/** The version in tokens of an account's order: they only prove its address, and open nothing. */
export const OF_ACCOUNT = 0;

const PURPOSE = "eclat order link";
const LETTERS = { link: "l", mail: "m" } as const;
const FORM = /^([0-9A-Z]{26})\.(\d{1,9})([lm]?)\.([\w-]{22})$/i;

/** The token « 01J….1m.mac », for addresses and cookies. Whoever has it has the order of a customer without account. */
export function orderToken(sessionSecret: string, { orderId, version, from }: LinkedOrder): string {
  const signed = `${orderId}.${version}${from ? LETTERS[from] : ""}`;
  return `${signed}.${signatureOf(sessionSecret, PURPOSE, signed)}`;
}

/** The order that a token names; null if the shop has not signed it. Whether it is still valid, its row says (`isOwnedBy`). */
export function readOrderToken(sessionSecret: string, token: string): LinkedOrder | null {
  const [, orderId = "", version = "", letter = "", signature = ""] = FORM.exec(token) ?? [];
  const signed = `${orderId}.${version}${letter}`;
  if (!orderId || !isSignature(signature, sessionSecret, PURPOSE, signed)) return null;
  return {
    orderId,
    version: Number(version),
    ...(letter && { from: letter === LETTERS.mail ? ("mail" as const) : ("link" as const) }),
  };
}
