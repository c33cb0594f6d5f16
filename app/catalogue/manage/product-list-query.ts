import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choiceOf, SEARCH } from "#app/ui/areas/list-filters.ts";
import { CATEGORIES, SELLING_TYPES } from "../product-schema.ts";

/** How many products a page may have; the first is specification §9's. */
const PAGE_SIZES = [8, 24, 48] as const;

/** A choice between names, or any of them: null. */
const anyOf = <const Name extends string>(param: string, label: string, names: readonly Name[]) =>
  choiceOf<Name | null>(param, label, [
    { value: null, text: "", label },
    ...names.map((name) => ({ value: name, text: name, label: name })),
  ]);

export const productsAddress = listAddress("/admin/produits", {
  search: SEARCH,
  category: anyOf("categorie", "Catégorie", CATEGORIES),
  sellingType: anyOf("vente", "Type de vente", SELLING_TYPES),
  /** Only products whose sheet lacks a fact. */
  isIncomplete: choiceOf<boolean>("fiche", "Fiche", [
    { value: false, text: "", label: "Fiche" },
    { value: true, text: "incomplete", label: "Fiche incomplète" },
  ]),
  pageSize: {
    isOfPages: true,
    ...choiceOf(
      "par-page",
      "Produits par page",
      PAGE_SIZES.map((size) => ({ value: size, text: String(size), label: `${size} par page` })),
    ),
  },
});
export type ProductListQuery = QueryOf<typeof productsAddress>;
