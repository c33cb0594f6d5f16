import { sortOrder, type SortOrder } from "#app/catalogue/product-schema.ts";
import { pageNumber } from "#app/ui/page-number.ts";

const KEYWORD_LENGTH = 100;

/** Trimmed, lower case (specification §2) and bounded: what is searched, shown and written in the URL. */
export function cleanKeyword(text: string): string {
  const keyword = text
    .slice(0, 10 * KEYWORD_LENGTH)
    .normalize("NFC")
    // PostgreSQL refuses the null character.
    .replaceAll("\0", "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
  // By characters, so that none is cut in two.
  return [...keyword].slice(0, KEYWORD_LENGTH).join("").trim();
}

/** `sort` is null for the best matches first. */
export type SearchQuery = { keyword: string; page: number; sort: SortOrder | null };

/** What the URL of the results asks for; a page or an order that makes no sense is the first. */
export function parseSearch(search: URLSearchParams): SearchQuery {
  return {
    keyword: cleanKeyword(search.get("keyword") ?? ""),
    page: pageNumber(search),
    sort: sortOrder(search.get("tri")),
  };
}

/** The address of the results: /recherche/?keyword=… (specification §2). */
export function searchHref(keyword: string, page = 1, sort: SortOrder | null = null): string {
  const search = new URLSearchParams({ keyword });
  if (sort) search.set("tri", sort);
  if (page > 1) search.set("page", String(page));
  return `/recherche/?${search}`;
}

/** From this many on a search is not counted to the end. */
export const MOST_FOUND = 500;

/** « 1 produit », « 12 produits », « 500 produits ou plus ». */
export function countOfResults(total: number, noun: "produit" | "résultat"): string {
  return `${total} ${noun}${total > 1 ? "s" : ""}${total >= MOST_FOUND ? " ou plus" : ""}`;
}
