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

/** What the URL of the results asks for; a page that makes no sense is the first. */
export function parseSearch(search: URLSearchParams): { keyword: string; page: number } {
  return { keyword: cleanKeyword(search.get("keyword") ?? ""), page: pageNumber(search) };
}

/** The address of the results: /recherche/?keyword=… (specification §2). */
export function searchHref(keyword: string, page = 1): string {
  const search = new URLSearchParams({ keyword });
  if (page > 1) search.set("page", String(page));
  return `/recherche/?${search}`;
}

/** From this many on a search is not counted to the end. */
export const MOST_FOUND = 500;

/** « 1 produit », « 12 produits », « 500 produits ou plus ». */
export function countOfResults(total: number, noun: "produit" | "résultat"): string {
  return `${total} ${noun}${total > 1 ? "s" : ""}${total >= MOST_FOUND ? " ou plus" : ""}`;
}
