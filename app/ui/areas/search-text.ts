const SEARCH_LENGTH = 100;

/**
 * The search text in a list's URL (`recherche`): without null characters, trimmed, at most 100 characters; empty if missing.
 */
export function searchText(search: URLSearchParams): string {
  // PostgreSQL refuses the null character.
  return (search.get("recherche") ?? "").replaceAll("\0", "").trim().slice(0, SEARCH_LENGTH);
}
