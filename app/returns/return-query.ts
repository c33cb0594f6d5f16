import { listFields, listHref, type ListFields } from "#app/ui/areas/list-address.ts";
import { searchText } from "#app/ui/areas/search-text.ts";
import { pageNumber } from "#app/ui/page-number.ts";

/** The `etat` filter of the list's URL. */
export const RETURN_GROUPS = ["attendus", "a-rembourser", "termines", "tous"] as const;
export type ReturnGroup = (typeof RETURN_GROUPS)[number];

/** The parsed query string of /admin/retours. */
export type ReturnQuery = { page: number; search: string; group: ReturnGroup };

export function parseReturnQuery(search: URLSearchParams): ReturnQuery {
  return {
    page: pageNumber(search),
    search: searchText(search),
    group: RETURN_GROUPS.find((group) => group === search.get("etat")) ?? "attendus",
  };
}

/** The URL parameters of a query, without those that equal their defaults. */
export function returnQueryFields({ page, search, group }: ReturnQuery): ListFields {
  return listFields(page, { recherche: search, etat: group !== "attendus" && group });
}

/** The path of the list with this query. */
export const returnsHref = (query: ReturnQuery): string =>
  listHref("/admin/retours", returnQueryFields(query));
