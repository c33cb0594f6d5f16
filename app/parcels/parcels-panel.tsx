import { displayName } from "#app/catalogue/product-name.ts";
import type { OrderView } from "#app/orders/order-view.ts";
import { parcelText, unsentPieces, type ParcelView } from "#app/orders/parcel-view.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { TrackingLink } from "./tracking-link.tsx";

/** An order's parcels for its customer: carrier, number and tracking link; if there are several, also their known contents. */
export function ParcelsPanel({ order }: { order: OrderView }) {
  const { parcels } = order;
  if (parcels.length === 0) return null;
  const isSplit =
    (parcels.length > 1 || unsentPieces(order) > 0) &&
    parcels.every(({ lines }) => lines.length > 0);
  const nameOf = (position: number) =>
    displayName(order.lines.find((line) => line.position === position)?.name ?? "");
  return (
    <Panel id="colis" title={parcels.length > 1 ? "Vos colis" : "Votre colis"}>
      <ul className="panel__body parcel-list">
        {parcels.map((parcel) => (
          <li key={parcel.id}>
            <p>
              <b>{stateText(order, parcel)}</b> <TrackingLink parcel={parcel} />
            </p>
            <p className="soft">{`Remis le ${frenchLongMoment(parcel.handedOverAt)}${isSplit ? `\u00a0: ${parcel.lines.map(({ position, quantity }) => `${quantity} × ${nameOf(position)}`).join(", ")}` : ""}.`}</p>
          </li>
        ))}
        {unsentPieces(order) > 0 && !order.isDelivered && !order.cancelledAt && (
          <li className="soft">Les autres articles suivent dans un autre colis.</li>
        )}
      </ul>
    </Panel>
  );
}

/** The parcels under way, one line each, for the customer's list. */
export function ParcelLines({ order }: { order: OrderView }) {
  return (
    <ul className="parcel-lines">
      {order.parcels.map((parcel) => (
        <li key={parcel.id}>
          <span>{stateText(order, parcel)}</span> <TrackingLink parcel={parcel} />
        </li>
      ))}
    </ul>
  );
}

/** « En route, Colissimo 6A12345678901 »; once delivered only the parcel. */
function stateText({ isDelivered, cancelledAt }: OrderView, parcel: ParcelView): string {
  const isOver = isDelivered || cancelledAt !== null;
  if (parcel.carrier === "Autre" && !parcel.trackingNumber) return isOver ? "Colis" : "En route";
  return isOver ? parcelText(parcel) : `En route, ${parcelText(parcel)}`;
}
