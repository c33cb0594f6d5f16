import { DateField } from "#app/ui/date-field.tsx";
import { useShownValue } from "#app/ui/use-shown-value.ts";
import { FilterLinks, ListToolbar } from "#app/ui/areas/list-toolbar.tsx";
import {
  ORDER_STATES,
  orderQueryFields,
  ordersHref,
  PAYMENT_STATES,
  type OrderQuery,
  type OrderState,
} from "./order-query.ts";

const STATE_LABELS = {
  toutes: "Toutes",
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
  "a-la-livraison": "Paiement à la livraison",
  "en-litige": "En litige",
} as const;

type OrdersToolbarProps = {
  query: OrderQuery;
  /** Number of orders that match the other filters, by delivery state. */
  counts: Record<OrderState, number>;
};

/** Search and filters of the administrators' list. */
export function OrdersToolbar({ query, counts }: OrdersToolbarProps) {
  const shown = query.payment === "tous" ? "" : query.payment;
  const payment = useShownValue<HTMLSelectElement>(shown);
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
      <label className="sr" htmlFor="paiement">
        Paiement
      </label>
      <select
        className="sel"
        id="paiement"
        name="paiement"
        defaultValue={shown}
        ref={payment}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {PAYMENT_STATES.map((state) => (
          <option key={state} value={state === "tous" ? "" : state}>
            {PAYMENT_LABELS[state]}
          </option>
        ))}
      </select>
    </ListToolbar>
  );
}
