import { pageNumber } from "#app/ui/page-number.ts";

/** How mails stand, as the list's URL names it. */
export const MAIL_STATES = ["tous", "en-attente", "envoyes", "echecs"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** What the URL of the list asks for. */
export type MailLogQuery = { page: number; state: MailState };

export function parseMailLogQuery(search: URLSearchParams): MailLogQuery {
  return {
    page: pageNumber(search),
    state: MAIL_STATES.find((state) => state === search.get("etat")) ?? "tous",
  };
}

/** The address of the list; only what differs from the whole list's first page is said. */
export function mailLogHref({ page, state }: MailLogQuery): string {
  const fields = new URLSearchParams();
  if (state !== "tous") fields.set("etat", state);
  if (page > 1) fields.set("page", String(page));
  return fields.size > 0 ? `/admin/courriels?${fields}` : "/admin/courriels";
}
