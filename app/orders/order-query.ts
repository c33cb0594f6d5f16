import { pageNumber } from "#app/ui/page-number.ts";

/** The filter of the administrators' list, as its URL names it. */
export const ORDER_STATES = ["toutes", "non-livrees", "livrees"] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** What the URL of the administrators' list asks for. */
export type OrderQuery = { page: number; search: string; state: OrderState };
/** An order to show whole, or one whose delivery waits to be confirmed. */
type Opened = { commande?: string; livrer?: string };

const SEARCH_LENGTH = 100;

export function parseOrderQuery(search: URLSearchParams): OrderQuery {
  return {
    page: pageNumber(search),
    // PostgreSQL refuses the null character.
    search: (search.get("recherche") ?? "").replaceAll("\0", "").trim().slice(0, SEARCH_LENGTH),
    state: ORDER_STATES.find((state) => state === search.get("etat")) ?? "toutes",
  };
}

/** What of the query its URL says: only what differs from the whole list's first page. */
export function orderQueryFields({ page, search, state }: OrderQuery): [string, string][] {
  const fields: [string, string][] = [];
  if (search) fields.push(["recherche", search]);
  if (state !== "toutes") fields.push(["etat", state]);
  if (page > 1) fields.push(["page", String(page)]);
  return fields;
}

/** The address of the administrators' list. */
export function ordersHref(query: OrderQuery, opened: Opened = {}): string {
  const text = new URLSearchParams([
    ...orderQueryFields(query),
    ...Object.entries(opened),
  ]).toString();
  return text ? `/admin/commandes?${text}` : "/admin/commandes";
}
