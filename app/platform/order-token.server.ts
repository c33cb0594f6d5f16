import { isSignature, signatureOf } from "./signature.server.ts";

/**
 * The contents of a signed token for an order without an account. `version`: a token with an earlier version is revoked. `from`: where the
 * token came from. « mail »: a mail to the order's address, so its holder reads that mailbox; « link »: another link, which proves
 * nothing; missing: the browser that placed the order.
 */
export type LinkedOrder = { orderId: string; version: number; from?: "link" | "mail" };

/** The version in tokens for an account's order. They open nothing; they only prove the order's e-mail address. */
export const OF_ACCOUNT = 0;

const PURPOSE = "eclat order link";
const LETTERS = { link: "l", mail: "m" } as const;
const FORM = /^([0-9A-Z]{26})\.(\d{1,9})([lm]?)\.([\w-]{22})$/i;

/** The token « 01J….1m.mac », for URLs and cookies. A bearer token: its holder may read and change the order. */
export function orderToken(sessionSecret: string, { orderId, version, from }: LinkedOrder): string {
  const signed = `${orderId}.${version}${from ? LETTERS[from] : ""}`;
  return `${signed}.${signatureOf(sessionSecret, PURPOSE, signed)}`;
}

/** The contents of a token; null if the signature is wrong. `isOwnedBy` checks in the order's row whether it is still valid. */
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
