import { listFields, listHref } from "#app/ui/areas/list-address.ts";
import { pageNumber } from "#app/ui/page-number.ts";

/** The `etat` filter of the list's URL. */
export const MAIL_STATES = ["tous", "en-attente", "envoyes", "echecs"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The parsed query string of /admin/courriels. */
export type MailLogQuery = { page: number; state: MailState };

export function parseMailLogQuery(search: URLSearchParams): MailLogQuery {
  return {
    page: pageNumber(search),
    state: MAIL_STATES.find((state) => state === search.get("etat")) ?? "tous",
  };
}

/** The path of the list with this query, without parameters that equal their defaults. */
export function mailLogHref({ page, state }: MailLogQuery): string {
  return listHref("/admin/courriels", listFields(page, { etat: state !== "tous" && state }));
}
