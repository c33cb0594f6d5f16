import { pageNumber } from "#app/ui/page-number.ts";
import { CATEGORIES, sortOrder, type Category, type SortOrder } from "./product-schema.ts";
import { wholeEuros } from "./whole-euros.ts";

/** What the shop's URL asks for; prices in whole euros, as the visitor types them. */
export type CatalogueQuery = {
  /** Trimmed and lower case (specification §5). */
  name: string;
  sort: SortOrder;
  priceFrom: number | null;
  priceTo: number | null;
  /** In the order of the fixed list; none means all. */
  categories: readonly Category[];
  page: number;
  pageSize: number;
};

/** How many products a page of the shop holds, by the window's width (specification §9). */
export const PAGE_SIZES = [10, 9, 8, 6] as const;
/** What the server renders: style hides what is beyond the window's own size. */
export const WIDEST_PAGE_SIZE = PAGE_SIZES[0];

const NAME_LENGTH = 100;
const HIGHEST_PRICE = 999_999;
/** What the phone's category select sends for « all of them »; empty means « as ticked ». */
export const EVERY_CATEGORY = "toutes";

/** Reads the shop's URL. Whatever makes no sense counts as absent; prices keep their digits only. */
export function parseCatalogueQuery(search: URLSearchParams): CatalogueQuery {
  const pageSize = Number(search.get("taille"));
  return {
    name: cleanName(search.get("nom") ?? ""),
    sort: sortOrder(search.get("tri")) ?? "desc",
    priceFrom: parsePrice(search.get("prix-min")),
    priceTo: parsePrice(search.get("prix-max")),
    categories: parseCategories(search),
    page: pageNumber(search),
    pageSize: PAGE_SIZES.find((size) => size === pageSize) ?? WIDEST_PAGE_SIZE,
  };
}

function cleanName(text: string): string {
  // PostgreSQL refuses the null character.
  return text.replaceAll("\0", "").trim().toLowerCase().slice(0, NAME_LENGTH);
}

function parseCategories(search: URLSearchParams): readonly Category[] {
  // Without scripts the phone's select is sent along with the boxes; when it was used, it decides alone.
  const choice = search.get("choix");
  if (choice === EVERY_CATEGORY) return [];
  const asked = choice ? [choice] : search.getAll("categorie");
  return CATEGORIES.filter((category) => asked.includes(category));
}

/** « 12€ » and « 12,50 » are 12; no digits at all is no price. */
export function parsePrice(text: string | null): number | null {
  const { digits } = wholeEuros(text ?? "");
  return digits === "" ? null : Math.min(Number(digits), HIGHEST_PRICE);
}

/** The shop's address for a query: only what differs from the default, always in the same order. */
export function catalogueHref(query: CatalogueQuery): string {
  const search = new URLSearchParams();
  if (query.name) search.set("nom", query.name);
  for (const category of query.categories) search.append("categorie", category);
  if (query.priceFrom !== null) search.set("prix-min", String(query.priceFrom));
  if (query.priceTo !== null) search.set("prix-max", String(query.priceTo));
  if (query.sort !== "desc") search.set("tri", query.sort);
  // The first page begins the same for every size: it has one address.
  if (query.page > 1) {
    search.set("page", String(query.page));
    if (query.pageSize !== WIDEST_PAGE_SIZE) search.set("taille", String(query.pageSize));
  }
  const text = search.toString();
  return text ? `/boutique?${text}` : "/boutique";
}

/** Nobody turns more pages than this by hand. */
const LAST_BROWSED_PAGE = 20;

/**
 * Whether it is one of endlessly many: what visitors type, or several categories together (a thousand subsets, each with
 * its pages and orders). These count as searches.
 */
export function isFreeText(query: CatalogueQuery): boolean {
  const { name, priceFrom, priceTo, categories, page } = query;
  const isTyped = name !== "" || priceFrom !== null || priceTo !== null;
  return isTyped || categories.length > 1 || page > LAST_BROWSED_PAGE;
}

/** The shop showing one category. */
export function categoryHref(category: Category): string {
  return `/boutique?${new URLSearchParams({ categorie: category })}`;
}

/** The page of size `pageSize` on which the first product of the query's page stands. */
export function equivalentPage({ page, pageSize: from }: CatalogueQuery, pageSize: number): number {
  return Math.floor(((page - 1) * from) / pageSize) + 1;
}

/** Whether the lowest price asked for is above the highest: nothing can match. */
export function hasCrossedPrices({ priceFrom, priceTo }: CatalogueQuery): boolean {
  return priceFrom !== null && priceTo !== null && priceFrom > priceTo;
}
export const CROSSED_PRICES = "Le premier prix est plus haut que le second.";

/** How many filters are applied: each category, the price, the name. */
export function countFilters({ categories, priceFrom, priceTo, name }: CatalogueQuery): number {
  return categories.length + (priceFrom !== null || priceTo !== null ? 1 : 0) + (name ? 1 : 0);
}
