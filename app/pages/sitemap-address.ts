/** Which part of the sitemap an address asks for, 1 for the first; null for the whole, or an index of its parts. */
export function sitemapPart(query: URLSearchParams): number | null {
  const part = query.get("partie") ?? "";
  return /^[1-9]\d{0,4}$/.test(part) ? Number(part) : null;
}

export function sitemapHref(part: number | null): string {
  return part === null ? "/sitemap.xml" : `/sitemap.xml?partie=${part}`;
}
