import { pageNumber } from "#app/ui/page-number.ts";
import { searchText } from "#app/ui/search-text.ts";

// The filters of the administrators' list, as its URL names them.
export const ORDER_STATES = [
  "toutes",
  "a-livrer",
  "en-retard",
  "non-livrees",
  "livrees",
  "annulees",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];
export const PAYMENT_STATES = [
  "tous",
  "payee",
  "non-payee",
  "a-la-livraison",
  "en-litige",
] as const;
export type PaymentFilter = (typeof PAYMENT_STATES)[number];

/** What the URL of the administrators' list asks for. */
export type OrderQuery = {
  page: number;
  search: string;
  state: OrderState;
  payment: PaymentFilter;
  /** The first and the last day on which they were placed (« 2026-11-23 »), in Paris; null for any. */
  from: string | null;
  until: string | null;
};
/** All orders, from the first page. */
export const EVERY_ORDER: OrderQuery = {
  page: 1,
  search: "",
  state: "toutes",
  payment: "tous",
  from: null,
  until: null,
};

/** An order to show whole, or one whose delivery waits to be confirmed. */
type Opened = { commande?: string; livrer?: string };

export function parseOrderQuery(search: URLSearchParams): OrderQuery {
  // Whichever is typed first: a stretch of time has two ends.
  const [one, other] = [dayOf(search.get("du")), dayOf(search.get("au"))];
  const isTurned = one !== null && other !== null && one > other;
  return {
    from: isTurned ? other : one,
    until: isTurned ? one : other,
    page: pageNumber(search),
    search: searchText(search),
    state: ORDER_STATES.find((state) => state === search.get("etat")) ?? "toutes",
    payment: PAYMENT_STATES.find((state) => state === search.get("paiement")) ?? "tous",
  };
}

/** A day of the calendar from 1000 on; null for anything else. */
function dayOf(text: string | null): string | null {
  if (text === null || !/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}

/** What of the query its URL says: only what differs from the whole list's first page. */
export function orderQueryFields(query: OrderQuery): [string, string][] {
  const { page, search, state, payment, from, until } = query;
  const fields: [string, string][] = [];
  if (search) fields.push(["recherche", search]);
  if (state !== "toutes") fields.push(["etat", state]);
  if (payment !== "tous") fields.push(["paiement", payment]);
  if (from) fields.push(["du", from]);
  if (until) fields.push(["au", until]);
  if (page > 1) fields.push(["page", String(page)]);
  return fields;
}

/** The address of an order in the list that a page of it was opened from (`withReturn`). */
export function returnHref(orderId: string, search: URLSearchParams): string {
  const query = parseOrderQuery(new URLSearchParams(search.get("retour") ?? ""));
  return ordersHref(query, { commande: orderId });
}

/** The address of a page of an order that leads back to the list as it is. */
export function withReturn(path: string, query: OrderQuery): string {
  const list = new URLSearchParams(orderQueryFields(query)).toString();
  return list ? `${path}?${new URLSearchParams({ retour: list })}` : path;
}

/** The address of the same orders, on whatever page, as a file. */
export function ordersCsvHref(query: OrderQuery): string {
  const text = new URLSearchParams(orderQueryFields({ ...query, page: 1 })).toString();
  return `/admin/commandes.csv${text && `?${text}`}`;
}

/** The address of the administrators' list. */
export function ordersHref(query: OrderQuery, opened: Opened = {}): string {
  const text = new URLSearchParams([
    ...orderQueryFields(query),
    ...Object.entries(opened),
  ]).toString();
  return text ? `/admin/commandes?${text}` : "/admin/commandes";
}
