import { listFields, listHref } from "#app/ui/areas/list-address.ts";
import { searchText } from "#app/ui/areas/search-text.ts";
import { pageNumber } from "#app/ui/page-number.ts";

/** The `genre` filter of the notifications' URL. */
export const MESSAGE_KINDS = ["tous", "contact", "commandes", "boutique"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The parsed query string of /admin/notifications. */
export type MessageQuery = { page: number; search: string; kind: MessageKind };

export function parseMessageQuery(search: URLSearchParams): MessageQuery {
  return {
    page: pageNumber(search),
    search: searchText(search),
    kind: MESSAGE_KINDS.find((kind) => kind === search.get("genre")) ?? "tous",
  };
}

/** The path of the notifications with this query, without parameters that equal their defaults. */
export function notificationsHref({ page, search, kind }: MessageQuery): string {
  const filters = { recherche: search, genre: kind !== "tous" && kind };
  return listHref("/admin/notifications", listFields(page, filters));
}
