import { listFields, listHref } from "#app/ui/areas/list-address.ts";
import { searchText } from "#app/ui/areas/search-text.ts";
import { pageNumber } from "#app/ui/page-number.ts";

/** The `etat` filter of the stock list's URL. */
export const STOCK_FILTERS = ["tous", "bas", "epuises", "non-comptes"] as const;
export type StockFilter = (typeof STOCK_FILTERS)[number];

/** The parsed query string of /admin/stock. */
export type StockQuery = { page: number; search: string; state: StockFilter };

export function parseStockQuery(search: URLSearchParams): StockQuery {
  return {
    page: pageNumber(search),
    search: searchText(search),
    state: STOCK_FILTERS.find((state) => state === search.get("etat")) ?? "tous",
  };
}

const fieldsOf = ({ page, search, state }: StockQuery) =>
  listFields(page, { recherche: search, etat: state !== "tous" && state });

/** The path of the stock list with this query, without parameters that equal their defaults. */
export const stockHref = (query: StockQuery): string => listHref("/admin/stock", fieldsOf(query));

/** The path of the CSV export of all pages of the list. */
export const stockCsvHref = (query: StockQuery): string =>
  listHref("/admin/stock.csv", fieldsOf({ ...query, page: 1 }));

/** The path of a product's stock page. */
export const productStockHref = (id: string, page = 1): string =>
  listHref(`/admin/stock/${id}`, listFields(page));
