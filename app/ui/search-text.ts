const SEARCH_LENGTH = 100;

/** « ?recherche= » of a list's address: trimmed, bounded, empty when nothing is searched. */
export function searchText(search: URLSearchParams): string {
  // PostgreSQL refuses the null character.
  return (search.get("recherche") ?? "").replaceAll("\0", "").trim().slice(0, SEARCH_LENGTH);
}
