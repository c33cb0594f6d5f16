import type { OrderView } from "#app/orders/order-view.ts";
import { parcelText } from "#app/orders/parcel-view.ts";
import { Note } from "#app/ui/note.tsx";

/** Tells an administrator who may cancel an order that its parcels are under way; nothing without one. */
export function UnderWayNote({ order }: { order: Pick<OrderView, "parcels"> }) {
  if (order.parcels.length === 0) return null;
  const isOne = order.parcels.length === 1;
  return (
    <Note tone="warning" title={isOne ? "Un colis est en route" : "Des colis sont en route"}>
      {`${order.parcels.map(parcelText).join(", ")}. Annuler la commande ne ${isOne ? "l’arrête" : "les arrête"} pas\u00a0: demandez ${isOne ? "son" : "leur"} retour au transporteur.`}
    </Note>
  );
}
