import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/**
 * An order without an account, as a signed token names it. `version`: tokens of an earlier one are revoked. `from`: where the token
 * was first seen. « mail »: in a mail to the order's address, so whoever has it reads that mailbox; « link »: in another link, which
 * proves nothing; missing: in the browser that placed the order.
 */
export type LinkedOrder = { orderId: string; version: number; from?: "link" | "mail" };

const LETTERS = { link: "l", mail: "m" } as const;
const FORM = /^([0-9A-Z]{26})\.(\d{1,9})([lm]?)\.([\w-]{22})$/i;

/** The token « 01J….1m.mac », for addresses and cookies. Whoever has it has the order of a customer without account. */
export function orderToken(sessionSecret: string, { orderId, version, from }: LinkedOrder): string {
  const signed = `${orderId}.${version}${from ? LETTERS[from] : ""}`;
  return `${signed}.${signatureOf(sessionSecret, signed)}`;
}

/** The order that a token names; null if the shop has not signed it. Whether it is still valid, its row says (`isOwnedBy`). */
export function readOrderToken(sessionSecret: string, token: string): LinkedOrder | null {
  const [, orderId = "", version = "", letter = "", signature = ""] = FORM.exec(token) ?? [];
  if (!orderId) return null;
  const expected = Buffer.from(signatureOf(sessionSecret, `${orderId}.${version}${letter}`));
  const found = Buffer.from(signature);
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) return null;
  return {
    orderId,
    version: Number(version),
    ...(letter && { from: letter === LETTERS.mail ? ("mail" as const) : ("link" as const) }),
  };
}

/** 128 bits of an HMAC, with a key of its own: no other signature of the shop fits. */
function signatureOf(sessionSecret: string, signed: string): string {
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "eclat order link", 32));
  return createHmac("sha256", key).update(signed).digest("base64url").slice(0, 22);
}
