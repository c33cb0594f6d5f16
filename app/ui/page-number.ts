const HIGHEST_PAGE = 1_000_000;

/** « ?page= » of a list's address, or what a second list calls it; 1 for anything that is no page. */
export function pageNumber(search: URLSearchParams, name = "page"): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, HIGHEST_PAGE) : 1;
}
