import {
  catalogueHref,
  hasCents,
  isFreeText,
  parseCatalogueQuery,
} from "#app/catalogue/catalogue-query.ts";
import { PRODUCT_ID } from "#app/catalogue/product-schema.ts";
import { aboutOrder, contactHref } from "#app/messages/contact-query.ts";
import { sitemapHref, sitemapPart } from "#app/pages/sitemap-address.ts";
import { parseReviewQuery, reviewHref } from "#app/reviews/review-query.ts";
import { parseSearch, searchHref } from "#app/search/search-query.ts";

/** A page that is the same for every anonymous visitor. */
export type CacheablePage = {
  /** Normalised path and query: what is rendered, and the cache key. */
  address: string;
  /**
   * Whether the address contains a value that visitors can choose freely (search text, price, order number), so that the
   * number of addresses is unlimited. Such pages have a separate part of the cache.
   */
  isFreeText: boolean;
};

/** The pages of texts, for every visitor the same. */
export const TEXT_PAGES = [
  "/faqs",
  "/apropos-de-nous",
  "/plitique-de-confidentialite",
  "/condition-generale-de-vente",
  "/mentions-legales",
  "/gestion-des-avis",
  "/accessibilite",
];
const FIXED_PAGES = new Set([...TEXT_PAGES, "/perturbateurs-endocriniens.json"]);
const LONGEST_URL = 2_000;

/**
 * The cacheable page that a URL (path and query) requests, or null for any other. Query parameters that the page doesn't
 * read are dropped; the others are parsed with the page's own functions.
 */
export function cacheablePage(url: string): CacheablePage | null {
  if (url.length > LONGEST_URL) return null;
  const cut = url.indexOf("?");
  const path = cut < 0 ? url : url.slice(0, cut);
  const search = new URLSearchParams(cut < 0 ? "" : url.slice(cut + 1));
  // A client navigation requests only the page's data (React Router: « /boutique.data », « /_.data »).
  if (!path.endsWith(".data")) return pageOf(path, search);
  // « _routes » limits a request to the data of some routes.
  if (search.has("_routes")) return null;
  const page = pageOf(path.replace(/\/_\.data$/, "/").replace(/\.data$/, ""), search);
  return page && { ...page, address: dataAddress(page.address) };
}

function pageOf(path: string, search: URLSearchParams): CacheablePage | null {
  if (path === "/") return { address: "/", isFreeText: false };
  if (path === "/boutique") {
    // Its page says which cents were left out; the normalised address has none.
    if (hasCents(search)) return null;
    const query = parseCatalogueQuery(search);
    return { address: catalogueHref(query), isFreeText: isFreeText(query) };
  }
  if (path === "/recherche/") {
    const { keyword, page, sort } = parseSearch(search);
    return { address: searchHref(keyword, page, sort), isFreeText: true };
  }
  if (path.startsWith("/produit/")) {
    const id = path.slice("/produit/".length);
    if (!PRODUCT_ID.test(id)) return null;
    return { address: reviewHref(id, parseReviewQuery(search)), isFreeText: false };
  }
  if (path === "/contact") {
    const number = aboutOrder(search);
    return { address: contactHref(number), isFreeText: number !== null };
  }
  if (path === "/sitemap.xml")
    return { address: sitemapHref(sitemapPart(search)), isFreeText: false };
  return FIXED_PAGES.has(path) ? { address: path, isFreeText: false } : null;
}

function dataAddress(address: string): string {
  const cut = address.indexOf("?");
  const [path, query] = cut < 0 ? [address, ""] : [address.slice(0, cut), address.slice(cut)];
  return `${path}${path.endsWith("/") ? "_" : ""}.data${query}`;
}
