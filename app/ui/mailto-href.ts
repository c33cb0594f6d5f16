/** A mailto URL (RFC 6068); address and subject are percent-encoded, so that they cannot add header fields. */
export function mailtoHref(email: string, subject?: string): string {
  const to = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${to}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
}
