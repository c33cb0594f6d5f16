import { pageNumber } from "#app/ui/page-number.ts";
import { shadesIn, type Shade } from "./families/shade-schema.ts";
import { CATEGORIES, sortOrder, type Category, type SortOrder } from "./product-schema.ts";
import { wholeEuros } from "./whole-euros.ts";

/** The parsed URL of the shop; prices in whole euros, as the visitor types them. */
export type CatalogueQuery = {
  /** The searched beginning of names, trimmed and lower case (specification §5); empty for all. */
  name: string;
  sort: SortOrder;
  priceFrom: number | null;
  priceTo: number | null;
  /** In the order of CATEGORIES; empty means all. */
  categories: readonly Category[];
  /** In the order of SHADES; empty means any. */
  shades: readonly Shade[];
  page: number;
  pageSize: number;
};

/** Products per page, by window width (specification §9). */
export const PAGE_SIZES = [10, 9, 8, 6] as const;
/** The server renders this many products; CSS hides those beyond the page size of the window's width. */
export const WIDEST_PAGE_SIZE = PAGE_SIZES[0];

const NAME_LENGTH = 100;
const HIGHEST_PRICE = 999_999;
/** The value of the phone's category select for all categories. With an empty value, the checkboxes apply. */
export const EVERY_CATEGORY = "toutes";

/** Parses the shop's URL. Invalid parameters are treated as missing; of prices, only whole euros are kept (`parsePrice`). */
export function parseCatalogueQuery(search: URLSearchParams): CatalogueQuery {
  const pageSize = Number(search.get("taille"));
  return {
    name: cleanName(search.get("nom") ?? ""),
    sort: sortOrder(search.get("tri")) ?? "desc",
    priceFrom: parsePrice(search.get("prix-min")),
    priceTo: parsePrice(search.get("prix-max")),
    categories: parseCategories(search),
    shades: shadesIn(search.getAll("teinte")),
    page: pageNumber(search),
    pageSize: PAGE_SIZES.find((size) => size === pageSize) ?? WIDEST_PAGE_SIZE,
  };
}

function cleanName(text: string): string {
  // PostgreSQL refuses the null character.
  return text.replaceAll("\0", "").trim().toLowerCase().slice(0, NAME_LENGTH);
}

function parseCategories(search: URLSearchParams): readonly Category[] {
  // Without JavaScript, the form sends the phone's select (`choix`) and the checkboxes (`categorie`). A non-empty select wins.
  const choice = search.get("choix");
  if (choice === EVERY_CATEGORY) return [];
  const requested = choice ? [choice] : search.getAll("categorie");
  return CATEGORIES.filter((category) => requested.includes(category));
}

/** The whole euros of a typed price, at most HIGHEST_PRICE: « 12€ » and « 12,50 » are 12; null without digits. */
export function parsePrice(text: string | null): number | null {
  const { digits } = wholeEuros(text ?? "");
  return digits === "" ? null : Math.min(Number(digits), HIGHEST_PRICE);
}

/** Whether a price in the shop's URL has cents, which `parsePrice` leaves out. */
export function hasCents(search: URLSearchParams): boolean {
  return ["prix-min", "prix-max"].some((name) => wholeEuros(search.get(name) ?? "").cents !== "");
}

/** The canonical URL of a query. It has only the parameters that differ from the default, always in the same order. */
export function catalogueHref(query: CatalogueQuery): string {
  const search = new URLSearchParams();
  if (query.name) search.set("nom", query.name);
  for (const category of query.categories) search.append("categorie", category);
  for (const shade of query.shades) search.append("teinte", shade);
  if (query.priceFrom !== null) search.set("prix-min", String(query.priceFrom));
  if (query.priceTo !== null) search.set("prix-max", String(query.priceTo));
  if (query.sort !== "desc") search.set("tri", query.sort);
  // The first page starts with the same product for every page size, so it has one URL.
  if (query.page > 1) {
    search.set("page", String(query.page));
    if (query.pageSize !== WIDEST_PAGE_SIZE) search.set("taille", String(query.pageSize));
  }
  const text = search.toString();
  return text ? `/boutique?${text}` : "/boutique";
}

/** Later pages are mostly requested by crawlers. */
const LAST_BROWSED_PAGE = 20;

/**
 * Whether the query belongs to an unbounded set of URLs: typed names or prices, several categories or shades (a thousand
 * subsets, each with pages and orders), or pages after LAST_BROWSED_PAGE. Such requests count towards the rate limit of searches, and only
 * a part of the page cache stores their pages.
 */
export function isFreeText(query: CatalogueQuery): boolean {
  const { name, priceFrom, priceTo, categories, shades, page } = query;
  const isTyped = name !== "" || priceFrom !== null || priceTo !== null;
  return isTyped || categories.length + shades.length > 1 || page > LAST_BROWSED_PAGE;
}

/** The number of the page, with `pageSize` products per page, that contains the first product of the query's page. */
export function equivalentPage({ page, pageSize: from }: CatalogueQuery, pageSize: number): number {
  return Math.floor(((page - 1) * from) / pageSize) + 1;
}

/** Whether the lower price bound is above the upper one, so that nothing matches. */
export function hasCrossedPrices({ priceFrom, priceTo }: CatalogueQuery): boolean {
  return priceFrom !== null && priceTo !== null && priceFrom > priceTo;
}
export const CROSSED_PRICES = "Le premier prix est plus haut que le second.";

/** The number of applied filters: one for each category and shade, one for the price range, one for the name. */
export function countFilters(query: CatalogueQuery): number {
  const { categories, shades, priceFrom, priceTo, name } = query;
  return (
    categories.length +
    shades.length +
    (priceFrom !== null || priceTo !== null ? 1 : 0) +
    (name ? 1 : 0)
  );
}
