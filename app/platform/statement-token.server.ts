import { isSignature, signatureOf } from "./signature.server.ts";

const PURPOSE = "eclat withdrawal statement";

/** The token of the link in a withdrawal's receipt, « 01J….mac ». Its holder proves to read the mailbox that the statement names. */
export const statementToken = (sessionSecret: string, id: string): string =>
  `${id}.${signatureOf(sessionSecret, PURPOSE, id)}`;

/** The statement id in a token; null if the signature is wrong. */
export function readStatementToken(sessionSecret: string, token: string): string | null {
  const [, id = "", signature = ""] = /^([0-9A-Z]{26})\.([\w-]{22})$/.exec(token) ?? [];
  return id && isSignature(signature, sessionSecret, PURPOSE, id) ? id : null;
}
