import { CARRIERS, type Carrier } from "#app/delivery/carriers.ts";
import type { OrderView } from "#app/orders/order-view.ts";
import { relayCarrier } from "#app/relays/relay-text.ts";

/** The carrier for a code of the relay provider (« mondial_relay »); « Autre » for an unknown code. */
export const shopCarrier = (code: string | null): Carrier =>
  CARRIERS.find((carrier) => carrier === relayCarrier(code ?? "")) ?? "Autre";

/** The carrier that takes an order: that of its relay point, or the one in the name of its delivery method; null: not known. */
function carrierOfOrder({
  relayPoint,
  deliveryName,
}: Pick<OrderView, "relayPoint" | "deliveryName">): Carrier | null {
  if (relayPoint) return shopCarrier(relayPoint.carrier);
  const name = deliveryName.toLowerCase();
  return (
    CARRIERS.find((carrier) => carrier !== "Autre" && name.includes(carrier.toLowerCase())) ?? null
  );
}

export type LabelNumber = { carrier: Carrier; trackingNumber: string };

/** Prefills the carrier and number of an order's next parcel: those of its unused label, otherwise the order's carrier. */
export function sendingOf(
  order: Pick<OrderView, "relayPoint" | "deliveryName" | "parcels">,
  label: LabelNumber | undefined,
): { carrier: Carrier | null; number: string } {
  const isUnused =
    label && order.parcels.every(({ trackingNumber }) => trackingNumber !== label.trackingNumber);
  return isUnused
    ? { carrier: label.carrier, number: label.trackingNumber }
    : { carrier: carrierOfOrder(order), number: "" };
}
