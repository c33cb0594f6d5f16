import { pageNumber } from "#app/ui/page-number.ts";
import { searchText } from "#app/ui/search-text.ts";
import { CATEGORIES, SELLING_TYPES, type Category, type SellingType } from "../product-schema.ts";

/** What the URL of the administrators' list asks for; null is any. */
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

/** What the list's address says beyond its path; only what differs from the whole list's first page. */
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

/** Where the form of a product leads back to, as `withReturn` has written it down: what of it is no filter is dropped. */
export function returnQuery(search: URLSearchParams): ProductListQuery {
  return parseProductListQuery(new URLSearchParams(search.get("retour") ?? ""));
}

/** The address of a page that leads back to the list as it is. */
export function withReturn(path: string, query: ProductListQuery): string {
  const list = new URLSearchParams(productListFields(query)).toString();
  return list ? `${path}?${new URLSearchParams({ retour: list })}` : path;
}

/** The address of the same products, on whatever page, as a file. */
export function productsCsvHref(query: ProductListQuery): string {
  const text = new URLSearchParams(productListFields({ ...query, page: 1 })).toString();
  return `/admin/produits.csv${text && `?${text}`}`;
}

/** The address of the list; `deleted` opens the question about a product. */
export function productsHref(
  query: ProductListQuery,
  { deleted }: { deleted?: string } = {},
): string {
  const fields = new URLSearchParams(productListFields(query));
  if (deleted) fields.set("supprimer", deleted);
  return fields.size > 0 ? `/admin/produits?${fields}` : "/admin/produits";
}
