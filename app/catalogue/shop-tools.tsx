import { useRef, type ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Select } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useBackToClose } from "#app/ui/use-back-to-close.ts";
import {
  countFilters,
  EVERY_CATEGORY,
  WIDEST_PAGE_SIZE,
  type CatalogueQuery,
} from "./catalogue-query.ts";
import type { Shade } from "./families/shade-schema.ts";
import { SORTS, sortOrder, type CategoryChoice } from "./product-schema.ts";
import { FilterFields } from "./shop-filters.tsx";
import { useFilterText, type Filters } from "./use-catalogue-filters.ts";

/** The id of the shop's form. The sidebar's fields refer to the form by this id, because they are outside of it. */
export const SHOP_FORM = "recherche-boutique";
/** The query without filters, in the same order. */
export const withoutFilters = (query: CatalogueQuery): CatalogueQuery => ({
  ...query,
  name: "",
  categories: [],
  shades: [],
  priceFrom: null,
  priceTo: null,
  page: 1,
  pageSize: WIDEST_PAGE_SIZE,
});

type ShopToolsProps = {
  filters: Filters;
  counts: readonly CategoryChoice[];
  /** The shades that the shop has. */
  shades: readonly Shade[];
  /** « 19 produits »; null when the list could not be read. */
  found: string | null;
  /** The heading of the list. */
  children: ReactNode;
};

/**
 * The form above the list: name, category (below 1044 px) and order. Changes are applied at once; without JavaScript, by a button.
 */
export function ShopTools({ filters, counts, shades, found, children }: ShopToolsProps) {
  const { wanted, apply } = filters;
  const name = useFilterText(wanted.name, {
    clean: (typed) => typed.trim().toLowerCase(),
    apply: (text) => apply({ name: text }, { replace: true }),
    delay: 300,
  });
  return (
    <form
      className="tools"
      id={SHOP_FORM}
      action="/boutique"
      onSubmit={(event) => {
        event.preventDefault();
        name.flush();
      }}
    >
      <div className="field">
        <label htmlFor="nom">Nom du produit</label>
        <div className="iconfield">
          <Icon name="search" />
          <input
            className="in"
            id="nom"
            name="nom"
            type="search"
            placeholder="Crème, parfum, vernis…"
            autoComplete="off"
            maxLength={100}
            value={name.text}
            onChange={(event) => name.change(event.target.value)}
          />
        </div>
      </div>
      <div className="tools__pair">
        <div className="tools__cat">
          <CategorySelect filters={filters} counts={counts} />
        </div>
        <Select
          label="Trier"
          name="tri"
          options={SORTS}
          value={wanted.sort}
          onChange={(event) => apply({ sort: sortOrder(event.target.value) ?? "desc" })}
        />
      </div>
      <noscript>
        <button className="btn btn--2" type="submit">
          Appliquer
        </button>
      </noscript>
      <div className="tools__line">
        {children}
        <FilterSheet filters={filters} counts={counts} shades={shades} found={found} />
      </div>
    </form>
  );
}

/**
 * Below 1044 px, a select for one category or all. The first option shows the applied categories; its empty value changes nothing.
 */
function CategorySelect({
  filters: { wanted, apply },
  counts,
}: Pick<ShopToolsProps, "filters" | "counts">) {
  const { categories } = wanted;
  const applied =
    categories.length > 1
      ? `${categories.length} catégories`
      : (categories[0] ?? "Toutes les catégories");
  const known = counts.map(({ category }) => category);
  const others = known.filter((category) => categories.length !== 1 || category !== categories[0]);
  return (
    <Select
      label="Catégorie"
      name="choix"
      options={[
        { value: "", label: applied },
        ...(categories.length > 0
          ? [{ value: EVERY_CATEGORY, label: "Toutes les catégories" }]
          : []),
        ...others.map((category) => ({ value: category, label: category })),
      ]}
      value=""
      onChange={(event) =>
        apply({ categories: known.filter((category) => category === event.target.value) })
      }
    />
  );
}

/**
 * Below 1044 px, the sidebar's filters are in this sheet. Changes apply at once to the list behind the sheet. The first change
 * replaces the history entry of the open sheet, so that the back button returns from the filtered list to the unfiltered one.
 */
function FilterSheet({ filters, counts, shades, found }: Omit<ShopToolsProps, "children">) {
  /** The filters chosen in the sheet. The back button closes the sheet but also undoes them, so they are applied again. */
  const chosen = useRef(filters.wanted);
  const sheet = useBackToClose({ onBackAfterRelease: () => filters.apply(chosen.current) });
  const count = countFilters(filters.wanted);
  const inSheet: Filters = {
    ...filters,
    apply(change) {
      chosen.current = { ...chosen.current, ...change };
      sheet.releaseEntry();
      filters.apply(change, { replace: true });
    },
  };
  return (
    <>
      <Button
        className="tools__filter needs-js"
        type="button"
        variant="secondary"
        size="s"
        aria-haspopup="dialog"
        onClick={() => {
          chosen.current = filters.wanted;
          sheet.open();
        }}
      >
        <Icon name="sliders-horizontal" />
        <span>{count > 0 ? `Filtrer (${count})` : "Filtrer"}</span>
      </Button>
      <Dialog
        variant="sheet"
        title="Filtrer"
        open={sheet.isOpen}
        onClose={sheet.close}
        foot={
          <>
            <button
              type="button"
              className="link"
              onClick={() => inSheet.apply(withoutFilters(filters.wanted))}
            >
              Tout effacer
            </button>
            <Button type="button" onClick={sheet.close}>
              {found === null ? "Voir les produits" : `Voir ${found}`}
            </Button>
          </>
        }
      >
        <FilterFields filters={inSheet} counts={counts} shades={shades} />
      </Dialog>
    </>
  );
}
