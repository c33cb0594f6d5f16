import { domainToUnicode } from "node:url";

/** A stored address as people write it: « claire@xn--socit-esab.fr » is shown as « claire@société.fr ». */
export function shownEmail(address: string): string {
  const cut = address.lastIndexOf("@") + 1;
  const domain = address.slice(cut);
  // An invalid domain has no other form.
  const shown = /(^|\.)xn--/i.test(domain) && domainToUnicode(domain);
  return shown ? address.slice(0, cut) + shown : address;
}
