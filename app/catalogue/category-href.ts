import type { Category } from "./product-schema.ts";

// Not in catalogue-query.ts: the footer of every page needs it, and the scripts of some pages are at their limit.
/** The URL of the shop filtered by one category. */
export function categoryHref(category: Category): string {
  return `/boutique?${new URLSearchParams({ categorie: category })}`;
}
