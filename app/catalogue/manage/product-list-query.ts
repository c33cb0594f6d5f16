import { listFields, listHref, type ListFields } from "#app/ui/areas/list-address.ts";
import { searchText } from "#app/ui/areas/search-text.ts";
import { pageNumber } from "#app/ui/page-number.ts";
import { CATEGORIES, SELLING_TYPES, type Category, type SellingType } from "../product-schema.ts";

/** How many products a page may have; the first is specification §9's. */
export const PAGE_SIZES = [8, 24, 48] as const;
const [PAGE_SIZE] = PAGE_SIZES;

/** The parsed URL of the administrators' product list. A null filter means any value. */
export type ProductListQuery = {
  page: number;
  pageSize: (typeof PAGE_SIZES)[number];
  search: string;
  category: Category | null;
  sellingType: SellingType | null;
  /** Only products whose sheet lacks a fact. */
  isIncomplete: boolean;
};

/** The first page of all products. */
export const EVERY_PRODUCT: ProductListQuery = {
  page: 1,
  pageSize: PAGE_SIZE,
  search: "",
  category: null,
  sellingType: null,
  isIncomplete: false,
};

export function parseProductListQuery(search: URLSearchParams): ProductListQuery {
  return {
    page: pageNumber(search),
    pageSize: PAGE_SIZES.find((size) => String(size) === search.get("par-page")) ?? PAGE_SIZE,
    search: searchText(search),
    category: CATEGORIES.find((category) => category === search.get("categorie")) ?? null,
    sellingType: SELLING_TYPES.find((type) => type === search.get("vente")) ?? null,
    isIncomplete: search.get("fiche") === "incomplete",
  };
}

/** The URL parameters of the product list: only those that differ from the default. */
export function productListFields({
  page,
  pageSize,
  search,
  category,
  sellingType,
  isIncomplete,
}: ProductListQuery): ListFields {
  return listFields(page, {
    recherche: search,
    categorie: category,
    vente: sellingType,
    fiche: isIncomplete ? "incomplete" : null,
    "par-page": pageSize !== PAGE_SIZE && String(pageSize),
  });
}

/** The URL parameters of the search and the filters alone, without those of the pages. */
export const filterFields = (query: ProductListQuery): ListFields =>
  productListFields({ ...query, page: 1, pageSize: PAGE_SIZE });

/** The product list to which a product's form links back, from the parameter `retour` that `withReturn` adds. */
export function returnQuery(search: URLSearchParams): ProductListQuery {
  return parseProductListQuery(new URLSearchParams(search.get("retour") ?? ""));
}

/** The URL of the CSV export of all pages of the list. */
export function productsCsvHref(query: ProductListQuery): string {
  return listHref("/admin/produits.csv", filterFields(query));
}

/** The URL of the product list. `deleted` is the id of a product whose deletion dialog is open. */
export function productsHref(
  query: ProductListQuery,
  { deleted }: { deleted?: string } = {},
): string {
  const fields = productListFields(query);
  return listHref("/admin/produits", deleted ? [...fields, ["supprimer", deleted]] : fields);
}
