import {
  ORDER_STATES,
  orderQueryFields,
  ordersHref,
  PAYMENT_STATES,
  type OrderQuery,
  type OrderState,
  type PaymentFilter,
} from "#app/orders/order-query.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { DateField } from "#app/ui/areas/date-field.tsx";
import { FilterLinks, FilterSelect, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";

const STATE_LABELS = {
  toutes: "Toutes",
  "a-preparer": "À préparer",
  "en-route": "En route",
  "a-livrer": "À livrer",
  "non-livrees": "Non livrées",
  "en-retard": "En retard",
  livrees: "Livrées",
  annulees: "Annulées",
} as const;
const PAYMENT_LABELS = {
  tous: "Paiement",
  payee: "Payée",
  "non-payee": "Non payée",
  "a-la-livraison": CASH,
  "en-litige": "En litige",
} as const;

const paymentValue = (filter: PaymentFilter) => (filter === "tous" ? "" : filter);

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
      search={query.search}
      filterCount={orderQueryFields({ ...query, page: 1, search: "" }).length}
      kept={query.state === "toutes" ? [] : [["etat", query.state]]}
    >
      <div className="datefields">
        <DateField name="du" label="Du" value={query.from} />
        <DateField name="au" label="Au" value={query.until} />
      </div>
      <FilterLinks
        label="État de livraison"
        links={ORDER_STATES.map((state) => ({
          label: STATE_LABELS[state],
          to: ordersHref({ ...query, state, page: 1 }),
          isCurrent: state === query.state,
          count: counts[state],
        }))}
      />
      <FilterSelect
        name="paiement"
        label="Paiement"
        value={paymentValue(query.payment)}
        options={PAYMENT_STATES.map((state) => ({
          value: paymentValue(state),
          label: PAYMENT_LABELS[state],
        }))}
      />
    </ListToolbar>
  );
}
