/** The part of the sitemap requested by the URL, from 1; null for the whole sitemap or the index of its parts. */
export function sitemapPart(query: URLSearchParams): number | null {
  const part = query.get("partie") ?? "";
  return /^[1-9]\d{0,4}$/.test(part) ? Number(part) : null;
}

export function sitemapHref(part: number | null): string {
  return part === null ? "/sitemap.xml" : `/sitemap.xml?partie=${part}`;
}
