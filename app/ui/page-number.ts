const HIGHEST_PAGE = 1_000_000;

/** The page number in a list's URL; `name` for a second list. 1 for an invalid value, at most HIGHEST_PAGE. */
export function pageNumber(search: URLSearchParams, name = "page"): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, HIGHEST_PAGE) : 1;
}
