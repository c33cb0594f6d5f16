import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/**
 * 128 bits of an HMAC over a text, in base64url. Each `purpose` has a key of its own, derived from the session secret: no signature of
 * one fits another.
 */
export function signatureOf(sessionSecret: string, purpose: string, text: string): string {
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", purpose, 32));
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
}

/** Whether `signature` is that of the text, in a time that doesn't depend on the difference. */
export function isSignature(signature: string, ...signed: Parameters<typeof signatureOf>): boolean {
  const expected = Buffer.from(signatureOf(...signed));
  const found = Buffer.from(signature);
  return found.length === expected.length && timingSafeEqual(found, expected);
}
