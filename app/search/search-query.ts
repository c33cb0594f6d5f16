import { sortOrder, type SortOrder } from "#app/catalogue/product-schema.ts";
import { pageNumber } from "#app/ui/page-number.ts";

const KEYWORD_LENGTH = 100;

/** Normalises a keyword for search, display and URL: trimmed, lower case (specification §2), NFC, at most 100 characters. */
export function cleanKeyword(text: string): string {
  const keyword = text
    .slice(0, 10 * KEYWORD_LENGTH)
    .normalize("NFC")
    // PostgreSQL refuses the null character.
    .replaceAll("\0", "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
  // By code points, so that no surrogate pair is split.
  return [...keyword].slice(0, KEYWORD_LENGTH).join("").trim();
}

/** The parsed URL of the results. `sort` is null for best matches first. */
export type SearchQuery = { keyword: string; page: number; sort: SortOrder | null };

/** Parses the URL of the results. An invalid or missing page becomes 1, an invalid or missing order null. */
export function parseSearch(search: URLSearchParams): SearchQuery {
  return {
    keyword: cleanKeyword(search.get("keyword") ?? ""),
    page: pageNumber(search),
    sort: sortOrder(search.get("tri")),
  };
}

/** The URL of the results: /recherche/?keyword=… (specification §2). */
export function searchHref(keyword: string, page = 1, sort: SortOrder | null = null): string {
  const search = new URLSearchParams({ keyword });
  if (sort) search.set("tri", sort);
  if (page > 1) search.set("page", String(page));
  return `/recherche/?${search}`;
}

/** A search finds and counts at most this many products. */
export const MOST_FOUND = 500;

/** The number of results as text: « 1 produit », « 12 produits », « 500 produits ou plus » from MOST_FOUND on. */
export function countOfResults(total: number, noun: "produit" | "résultat"): string {
  return `${total} ${noun}${total > 1 ? "s" : ""}${total >= MOST_FOUND ? " ou plus" : ""}`;
}
