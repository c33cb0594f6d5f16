/**
 * The number of the requested part of the sitemap (`partie`), from 1. Null without a valid number: the whole sitemap or its
 * index.
 */
export function sitemapPart(query: URLSearchParams): number | null {
  const part = query.get("partie") ?? "";
  return /^[1-9]\d{0,4}$/.test(part) ? Number(part) : null;
}

export function sitemapHref(part: number | null): string {
  return part === null ? "/sitemap.xml" : `/sitemap.xml?partie=${part}`;
}
