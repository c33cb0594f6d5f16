import { pageNumber } from "#app/ui/page-number.ts";
import { searchText } from "#app/ui/search-text.ts";

/** What a message is about, as the list's URL names it. */
export const MESSAGE_KINDS = ["tous", "contact", "commandes"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What the URL of the notifications asks for. */
export type MessageQuery = { page: number; search: string; kind: MessageKind };

export function parseMessageQuery(search: URLSearchParams): MessageQuery {
  return {
    page: pageNumber(search),
    search: searchText(search),
    kind: MESSAGE_KINDS.find((kind) => kind === search.get("genre")) ?? "tous",
  };
}

/** The address of the notifications; only what differs from the whole list's first page is said. */
export function notificationsHref({ page, search, kind }: MessageQuery): string {
  const fields = new URLSearchParams();
  if (search) fields.set("recherche", search);
  if (kind !== "tous") fields.set("genre", kind);
  if (page > 1) fields.set("page", String(page));
  return fields.size > 0 ? `/admin/notifications?${fields}` : "/admin/notifications";
}
