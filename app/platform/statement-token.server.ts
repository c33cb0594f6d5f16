import { isSignature, signatureOf } from "./signature.server.ts";

const PURPOSE = "eclat withdrawal statement";

/** The token of the link in a withdrawal's receipt, « 01J….mac ». Whoever has it reads the mailbox that the statement names. */
export const statementToken = (sessionSecret: string, id: string): string =>
  `${id}.${signatureOf(sessionSecret, PURPOSE, id)}`;

/** The id of the statement that a token names; null if the shop has not signed it. */
export function readStatementToken(sessionSecret: string, token: string): string | null {
  const [, id = "", signature = ""] = /^([0-9A-Z]{26})\.([\w-]{22})$/.exec(token) ?? [];
  return id && isSignature(signature, sessionSecret, PURPOSE, id) ? id : null;
}
