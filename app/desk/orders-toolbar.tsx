import { ordersAddress, type OrderQuery, type OrderState } from "#app/orders/order-query.ts";
import { DateField } from "#app/ui/areas/date-field.tsx";
import { FilterLinks, FilterSelect, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";

type OrdersToolbarProps = {
  query: OrderQuery;
  /** Number of orders that match the other filters, by delivery state. */
  counts: Record<OrderState, number>;
};

/** Search and filters of the administrators' list. */
export function OrdersToolbar({ query, counts }: OrdersToolbarProps) {
  return (
    <ListToolbar
      label="Commandes"
      fieldLabel="Chercher une commande"
      placeholder="Client, téléphone, ville, produit, montant, facture…"
      {...ordersAddress.toolbar(query, ["state"])}
    >
      <div className="datefields">
        <DateField name="du" label="Du" value={query.from} />
        <DateField name="au" label="Au" value={query.until} />
      </div>
      <FilterLinks {...ordersAddress.links("state", query, counts)} />
      <FilterSelect {...ordersAddress.select("payment", query)} />
    </ListToolbar>
  );
}
