import { listAddress, pageHref, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice, SEARCH } from "#app/ui/areas/list-filters.ts";

export const stockAddress = listAddress("/admin/stock", {
  search: SEARCH,
  state: choice("etat", "État du stock", {
    tous: "Tous",
    bas: "À réapprovisionner",
    epuises: "Épuisés",
    "non-comptes": "Non comptés",
  }),
});
export type StockQuery = QueryOf<typeof stockAddress>;
export type StockFilter = StockQuery["state"];

export const productStockHref = (id: string, page = 1): string =>
  pageHref(`/admin/stock/${id}`, page);
