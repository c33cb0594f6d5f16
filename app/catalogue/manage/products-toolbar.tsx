import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import { useShownValue } from "#app/ui/use-shown-value.ts";
import { CATEGORIES, SELLING_TYPES } from "../product-schema.ts";
import { productListFields, type ProductListQuery } from "./product-list-query.ts";

type ProductsToolbarProps = { query: ProductListQuery };

/** Search and filters of the administrators' list. */
export function ProductsToolbar({ query }: ProductsToolbarProps) {
  return (
    <ListToolbar
      label="Produits"
      fieldLabel="Chercher un produit"
      placeholder="Mots du nom, ou ID"
      search={query.search}
      filterCount={productListFields({ ...query, page: 1, search: "" }).length}
    >
      <Filter name="categorie" label="Catégorie" options={CATEGORIES} value={query.category} />
      <Filter
        name="vente"
        label="Type de vente"
        options={SELLING_TYPES}
        value={query.sellingType}
      />
      <noscript>
        <button className="btn btn--2 btn--s" type="submit">
          Appliquer
        </button>
      </noscript>
    </ListToolbar>
  );
}

type FilterProps = {
  name: string;
  label: string;
  options: readonly string[];
  value: string | null;
};

function Filter({ name, label, options, value }: FilterProps) {
  const select = useShownValue<HTMLSelectElement>(value ?? "");
  return (
    <>
      <label className="sr" htmlFor={name}>
        {label}
      </label>
      <select
        className="sel"
        id={name}
        name={name}
        defaultValue={value ?? ""}
        ref={select}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </>
  );
}

export function NoProducts({ query: { search, category, sellingType } }: ProductsToolbarProps) {
  const isFiltered = category !== null || sellingType !== null;
  return isFiltered || search ? (
    <EmptyState
      panel
      level={2}
      drawing="flower"
      title="Aucun produit trouvé."
      text={
        isFiltered
          ? search
            ? "Aucun produit ne correspond à la fois à la recherche et aux filtres."
            : "Aucun produit ne correspond à ces filtres."
          : "Aucun nom ne contient ces mots, et aucun identifiant n’y correspond."
      }
      action={
        <ButtonLink to="/admin/produits" variant="secondary">
          Tout effacer
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      panel
      level={2}
      drawing="flower"
      title="Aucun produit trouvé."
      text="Le premier produit de la boutique attend son nom, son prix et ses images."
      action={<ButtonLink to="/admin/new/product">Nouveau</ButtonLink>}
    />
  );
}
