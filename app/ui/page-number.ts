const HIGHEST_PAGE = 1_000_000;

/** « ?page= » of a list's address; 1 for anything that is no page. */
export function pageNumber(search: URLSearchParams): number {
  const page = Number(search.get("page"));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, HIGHEST_PAGE) : 1;
}
