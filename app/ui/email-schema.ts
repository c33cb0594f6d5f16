import { z } from "zod";

/** An address whose domain has a non-ASCII character, but no character that would end the host name in a URL. */
const ACCENTED = /^([^@]*)@([^\s@/\\?#:%[\]]*[^\p{ASCII}][^\s@/\\?#:%[\]]*)$/u;

/**
 * An address with its domain in ASCII, as mail servers know it (UTS 46, by the platform's URL): « claire@société.fr » becomes
 * « claire@xn--socit-esab.fr ». Any other text is returned unchanged.
 */
export function asciiEmail(text: string): string {
  const [, local, domain] = ACCENTED.exec(text) ?? [];
  const host = domain && URL.parse(`http://${domain}`)?.hostname;
  return host ? `${local}@${host}` : text;
}

/** A typed e-mail address, stored with its domain in ASCII. `error`: the message for an invalid one. */
export const emailAddress = (error: string) =>
  z.string().transform(asciiEmail).pipe(z.email(error));
