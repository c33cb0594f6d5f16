import { listHref } from "#app/ui/areas/list-address.ts";
import { SelectionBar } from "#app/ui/areas/selection-bar.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { MOST_PLANNED } from "../prices/price-plan-schema.ts";
import { productsAddress, type ProductListQuery } from "./product-list-query.ts";

const PLAN = "/admin/produits/prix/nouveau";

type ProductSelectionProps = {
  /** The form's id, for the checkboxes of the list. */
  id: string;
  query: ProductListQuery;
  /** How many products the list has on all pages. */
  total: number;
  /** The ids of the products on this page. */
  shown: readonly string[];
};

/** What can be done with the ticked products, or with those of a filtered list. */
export function ProductSelection({ id, query, total, shown }: ProductSelectionProps) {
  const isFiltered = productsAddress.filterFields(query).length > 0;
  const list = new URLSearchParams(productsAddress.fields({ ...query, page: 1 })).toString();
  return (
    <SelectionBar
      id={id}
      name="produits"
      noun="produit"
      hint="Cochez des produits"
      action={PLAN}
      shown={shown}
    >
      {(count) => (
        <>
          <input type="hidden" name="retour" value={list} />
          <Button icon="clock" size="s" variant={count > 0 ? "secondary" : "plain"}>
            Prévoir un prix
          </Button>
          <Button icon="plus" size="s" variant="plain" formAction="/admin/familles/nouvelle">
            Créer une famille
          </Button>
          {isFiltered && total > 1 && total <= MOST_PLANNED && (
            <TextLink
              to={listHref(PLAN, [
                ["tous", "1"],
                ["retour", list],
              ])}
            >
              {`Prévoir un prix pour les ${total} de cette liste`}
            </TextLink>
          )}
        </>
      )}
    </SelectionBar>
  );
}
