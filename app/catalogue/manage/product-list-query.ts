import { pageNumber } from "#app/ui/page-number.ts";
import { searchText } from "#app/ui/search-text.ts";
import { CATEGORIES, SELLING_TYPES, type Category, type SellingType } from "../product-schema.ts";

/** The parsed URL of the administrators' list; null means any. */
export type ProductListQuery = {
  page: number;
  search: string;
  category: Category | null;
  sellingType: SellingType | null;
};

export function parseProductListQuery(search: URLSearchParams): ProductListQuery {
  return {
    page: pageNumber(search),
    search: searchText(search),
    category: CATEGORIES.find((category) => category === search.get("categorie")) ?? null,
    sellingType: SELLING_TYPES.find((type) => type === search.get("vente")) ?? null,
  };
}

/** The list's URL parameters: only those that differ from the default. */
export function productListFields({
  page,
  search,
  category,
  sellingType,
}: ProductListQuery): [string, string][] {
  const fields: [string, string][] = [];
  if (search) fields.push(["recherche", search]);
  if (category) fields.push(["categorie", category]);
  if (sellingType) fields.push(["vente", sellingType]);
  if (page > 1) fields.push(["page", String(page)]);
  return fields;
}

/** The list that a product's form leads back to, from the parameter that `withReturn` sets. Other parameters are dropped. */
export function returnQuery(search: URLSearchParams): ProductListQuery {
  return parseProductListQuery(new URLSearchParams(search.get("retour") ?? ""));
}

/** Adds the list's current filters to `path`, so that the page can lead back to it. */
export function withReturn(path: string, query: ProductListQuery): string {
  const list = new URLSearchParams(productListFields(query)).toString();
  return list ? `${path}?${new URLSearchParams({ retour: list })}` : path;
}

/** The URL of the CSV export of all pages of the list. */
export function productsCsvHref(query: ProductListQuery): string {
  const text = new URLSearchParams(productListFields({ ...query, page: 1 })).toString();
  return `/admin/produits.csv${text && `?${text}`}`;
}

/** The URL of the list. `deleted`: the id of a product, whose confirmation dialog is opened. */
export function productsHref(
  query: ProductListQuery,
  { deleted }: { deleted?: string } = {},
): string {
  const fields = new URLSearchParams(productListFields(query));
  if (deleted) fields.set("supprimer", deleted);
  return fields.size > 0 ? `/admin/produits?${fields}` : "/admin/produits";
}
