import { MOST_SELECTED, ordersAddress, type OrderQuery } from "#app/orders/order-query.ts";
import { listHref } from "#app/ui/areas/list-address.ts";
import { SelectionBar } from "#app/ui/areas/selection-bar.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";

const HAND_OVER = "/admin/commandes/remise";

type OrderSelectionProps = {
  /** The form's id, for the checkboxes of the list. */
  id: string;
  query: OrderQuery;
  /** How many orders the list has on all pages. */
  total: number;
  /** The ids of the orders on this page. */
  shown: readonly string[];
};

/** What can be done with the ticked orders. */
export function OrderSelection({ id, query, total, shown }: OrderSelectionProps) {
  const list = new URLSearchParams(ordersAddress.filterFields(query)).toString();
  return (
    <SelectionBar
      id={id}
      name="commandes"
      noun="commande"
      hint="Cochez des commandes"
      action={HAND_OVER}
      shown={shown}
    >
      {(count) => (
        <>
          <input type="hidden" name="retour" value={list} />
          <Button icon="truck" size="s" variant={count > 0 ? "primary" : "plain"}>
            Remettre au transporteur
          </Button>
          <Button icon="printer" size="s" variant="plain" formAction="/admin/commandes/bons">
            Imprimer les bons
          </Button>
          {query.state === "a-preparer" && total > 1 && (
            <TextLink
              to={listHref(HAND_OVER, [
                ["toutes", "1"],
                ["retour", list],
              ])}
            >
              {total > MOST_SELECTED
                ? `Remettre les ${MOST_SELECTED} plus anciennes`
                : `Remettre les ${total} de cette liste`}
            </TextLink>
          )}
        </>
      )}
    </SelectionBar>
  );
}
