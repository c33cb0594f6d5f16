import { FilterSelect, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { productsAddress, type ProductListQuery } from "./product-list-query.ts";

type ProductsToolbarProps = { query: ProductListQuery };

/** Search and filters of the administrators' product list. */
export function ProductsToolbar({ query }: ProductsToolbarProps) {
  return (
    <ListToolbar
      label="Produits"
      fieldLabel="Chercher un produit"
      placeholder="Nom, code ou ID"
      {...productsAddress.toolbar(query)}
    >
      <FilterSelect {...productsAddress.select("category", query)} />
      <FilterSelect {...productsAddress.select("sellingType", query)} />
      <FilterSelect {...productsAddress.select("isIncomplete", query)} />
      <FilterSelect {...productsAddress.select("pageSize", query)} />
      <noscript>
        <button className="btn btn--2 btn--s" type="submit">
          Appliquer
        </button>
      </noscript>
    </ListToolbar>
  );
}
