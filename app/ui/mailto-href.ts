/** The link that writes to an address (RFC 6068), whatever characters address and subject hold. */
export function mailtoHref(email: string, subject?: string): string {
  const to = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${to}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
}
