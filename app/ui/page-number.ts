const HIGHEST_PAGE = 1_000_000;

/**
 * The page number in a list's URL, at most HIGHEST_PAGE; 1 if missing or invalid. `name` is the parameter of a page's second
 * list.
 */
export function pageNumber(search: URLSearchParams, name = "page"): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, HIGHEST_PAGE) : 1;
}
