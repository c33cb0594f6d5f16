import { displayName } from "#app/catalogue/product-name.ts";
import { deliveryNumber, type PackedOrder } from "#app/orders/order-view.ts";
import { unsentPieces } from "#app/orders/parcel-view.ts";
import { numberField, quantityField } from "#app/parcels/hand-over-form.ts";
import { NumberField } from "#app/parcels/number-field.tsx";
import { relayLine } from "#app/relays/relay-text.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { SendingWarnings } from "./sending-warnings.tsx";

type OrderToSendProps = {
  order: PackedOrder;
  values: Record<string, string>;
  errors: Record<string, string>;
  /** Whether the form asks which pieces are in this parcel. */
  mayBeSplit: boolean;
};

/** One order of the form that hands over. */
export function OrderToSend({ order, values, errors, mayBeSplit }: OrderToSendProps) {
  const number = deliveryNumber(order.id);
  const pieces = unsentPieces(order);
  const lines = order.lines.filter(({ unsent }) => unsent > 0);
  const field = numberField(order.id);
  return (
    <section className="panel" aria-labelledby={`titre-${order.id}`}>
      <div className="panel__body stack">
        <div className="parcels__order">
          <div>
            <h2 className="h4" id={`titre-${order.id}`}>
              {order.customerName}
            </h2>
            <p className="soft">
              <Link className="cell code" to={`/admin/commandes?commande=${order.id}`}>
                {number}
              </Link>{" "}
              · {plural(pieces, "article")} · {order.deliveryName}
              <span>{order.relayPoint && ` · ${relayLine(order.relayPoint)}`}</span>
              <span>{order.parcels.length > 0 && ` · colis ${order.parcels.length + 1}`}</span>
            </p>
          </div>
          <NumberField name={field} value={values[field]} error={errors[field]} order={number} />
        </div>
        <SendingWarnings order={order} />
        {mayBeSplit && pieces > 1 && (
          <fieldset className="parcels__lines">
            <legend className="legend">Articles de ce colis</legend>
            <p className="hint">Ce que vous n’y mettez pas part dans un autre colis.</p>
            {lines.map(({ position, name, unsent }) => {
              const quantity = quantityField(order.id, position);
              return (
                <Field
                  key={position}
                  name={quantity}
                  label={displayName(name)}
                  hint={`${unsent} à envoyer`}
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={unsent}
                  required
                  defaultValue={values[quantity] ?? String(unsent)}
                  error={errors[quantity]}
                />
              );
            })}
          </fieldset>
        )}
      </div>
    </section>
  );
}
