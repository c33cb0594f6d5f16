import { FilterSelect, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { CATEGORIES, SELLING_TYPES } from "../product-schema.ts";
import { filterFields, PAGE_SIZES, type ProductListQuery } from "./product-list-query.ts";

type ProductsToolbarProps = { query: ProductListQuery };

/** Search and filters of the administrators' product list. */
export function ProductsToolbar({ query }: ProductsToolbarProps) {
  return (
    <ListToolbar
      label="Produits"
      fieldLabel="Chercher un produit"
      placeholder="Nom, code ou ID"
      search={query.search}
      filterCount={filterFields({ ...query, search: "" }).length}
    >
      <FilterSelect
        name="categorie"
        label="Catégorie"
        options={optionsOf("Catégorie", CATEGORIES)}
        value={query.category ?? ""}
      />
      <FilterSelect
        name="vente"
        label="Type de vente"
        options={optionsOf("Type de vente", SELLING_TYPES)}
        value={query.sellingType ?? ""}
      />
      <FilterSelect
        name="fiche"
        label="Fiche"
        options={[
          { value: "", label: "Fiche" },
          { value: "incomplete", label: "Fiche incomplète" },
        ]}
        value={query.isIncomplete ? "incomplete" : ""}
      />
      <FilterSelect
        name="par-page"
        label="Produits par page"
        options={PAGE_SIZES.map((size, index) => ({
          value: index === 0 ? "" : String(size),
          label: `${size} par page`,
        }))}
        value={query.pageSize === PAGE_SIZES[0] ? "" : String(query.pageSize)}
      />
      <noscript>
        <button className="btn btn--2 btn--s" type="submit">
          Appliquer
        </button>
      </noscript>
    </ListToolbar>
  );
}

const optionsOf = (all: string, names: readonly string[]) => [
  { value: "", label: all },
  ...names.map((name) => ({ value: name, label: name })),
];
