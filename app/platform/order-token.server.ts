import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** An order without an account, as a signed link names it. `version`: links of an earlier one are revoked. */
export type LinkedOrder = { orderId: string; version: number };

const FORM = /^([0-9A-Z]{26})\.(\d{1,9})\.([\w-]{22})$/i;

/** The token of a signed link, « 01J….1.mac », for addresses and cookies. Whoever has it has the order of a customer without account. */
export function orderToken(sessionSecret: string, { orderId, version }: LinkedOrder): string {
  return `${orderId}.${version}.${signatureOf(sessionSecret, orderId, version)}`;
}

/** The order that a token names; null if the shop has not signed it. Whether it is still valid, its row says (`isOwnedBy`). */
export function readOrderToken(sessionSecret: string, token: string): LinkedOrder | null {
  const [, orderId = "", version = "", signature = ""] = FORM.exec(token) ?? [];
  if (!orderId) return null;
  const expected = Buffer.from(signatureOf(sessionSecret, orderId, Number(version)));
  const found = Buffer.from(signature);
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) return null;
  return { orderId, version: Number(version) };
}

/** 128 bits of an HMAC, with a key of its own: no other signature of the shop fits. */
function signatureOf(sessionSecret: string, orderId: string, version: number): string {
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "eclat order link", 32));
  return createHmac("sha256", key).update(`${orderId}.${version}`).digest("base64url").slice(0, 22);
}
