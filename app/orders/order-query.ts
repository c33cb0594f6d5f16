import { listFields, listHref, type ListFields } from "#app/ui/areas/list-address.ts";
import { searchText } from "#app/ui/areas/search-text.ts";
import { pageNumber } from "#app/ui/page-number.ts";

// Filter values in the URL of the administrators' list.
export const ORDER_STATES = [
  "toutes",
  "a-preparer",
  "en-route",
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

/** The parsed query string of /admin/commandes. */
export type OrderQuery = {
  page: number;
  search: string;
  state: OrderState;
  payment: PaymentFilter;
  /** First and last order date (« 2026-11-23 », Paris), inclusive; null for no limit. */
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

/** Ids of an order opened in the drawer, and of one in the delivery confirmation. */
type Opened = { commande?: string; livrer?: string };

export function parseOrderQuery(search: URLSearchParams): OrderQuery {
  // If the period is reversed, swaps its dates.
  const [from, until] = [dayOf(search.get("du")), dayOf(search.get("au"))];
  const isReversed = from !== null && until !== null && from > until;
  return {
    from: isReversed ? until : from,
    until: isReversed ? from : until,
    page: pageNumber(search),
    search: searchText(search),
    state: ORDER_STATES.find((state) => state === search.get("etat")) ?? "toutes",
    payment: PAYMENT_STATES.find((state) => state === search.get("paiement")) ?? "tous",
  };
}

/** A valid date from the year 1000 on; null for any other text. */
function dayOf(text: string | null): string | null {
  if (text === null || !/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}

/** The URL parameters of a query, without those that equal their defaults. */
export function orderQueryFields({
  page,
  search,
  state,
  payment,
  from,
  until,
}: OrderQuery): ListFields {
  return listFields(page, {
    recherche: search,
    etat: state !== "toutes" && state,
    paiement: payment !== "tous" && payment,
    du: from,
    au: until,
  });
}

/** The path back to an order in its list, from a page whose URL was made by `withReturn`. */
export function returnHref(orderId: string, search: URLSearchParams): string {
  return ordersHref(returnQuery(search), { commande: orderId });
}

/** How many orders are handed over, or have their slips printed, at once. */
export const MOST_SELECTED = 50;

/**
 * The orders that a page handles at once: ids in `commandes`, repeated (checkboxes) or separated by commas; « all »: those of the
 * list in `retour`, by `toutes=1`.
 */
export function parseSelection(search: URLSearchParams): string[] | "all" {
  if (search.get("toutes") === "1") return "all";
  return [...new Set(search.getAll("commandes").flatMap((ids) => ids.split(",")))].filter(Boolean);
}

/** The list from which a page was opened (`retour`). */
export const returnQuery = (search: URLSearchParams): OrderQuery =>
  parseOrderQuery(new URLSearchParams(search.get("retour") ?? ""));

/** The path of the CSV export with the list's filters. */
export function ordersCsvHref(query: OrderQuery): string {
  return listHref("/admin/commandes.csv", orderQueryFields({ ...query, page: 1 }));
}

/** The path of the administrators' list. */
export function ordersHref(query: OrderQuery, opened: Opened = {}): string {
  return listHref("/admin/commandes", [...orderQueryFields(query), ...Object.entries(opened)]);
}
