import { CASH } from "#app/platform/methods-schema.ts";
import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice, PERIOD, SEARCH } from "#app/ui/areas/list-filters.ts";

/** The administrators' list. The SQL conditions of its filters are in order-filters.server.ts. */
export const ordersAddress = listAddress("/admin/commandes", {
  search: SEARCH,
  state: choice("etat", "État de livraison", {
    toutes: "Toutes",
    "a-preparer": "À préparer",
    "en-route": "En route",
    "a-livrer": "À livrer",
    "en-retard": "En retard",
    "non-livrees": "Non livrées",
    livrees: "Livrées",
    annulees: "Annulées",
  }),
  payment: choice("paiement", "Paiement", {
    tous: "Paiement",
    payee: "Payée",
    "non-payee": "Non payée",
    "a-la-livraison": CASH,
    "en-litige": "En litige",
  }),
  ...PERIOD,
});
export type OrderQuery = QueryOf<typeof ordersAddress>;
export type OrderState = OrderQuery["state"];
export type PaymentFilter = OrderQuery["payment"];

/** How many orders are handed over, or have their slips printed, at once. */
export const MOST_SELECTED = 50;

/**
 * The orders that a page handles at once: the ids in the parameter `commandes`, repeated (checkboxes) or separated by commas; or « all » with
 * `toutes=1`, which means every order of the list whose query is in the parameter `retour`.
 */
export function parseSelection(search: URLSearchParams): string[] | "all" {
  if (search.get("toutes") === "1") return "all";
  return [...new Set(search.getAll("commandes").flatMap((ids) => ids.split(",")))].filter(Boolean);
}
