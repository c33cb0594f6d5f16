import { CARRIERS, type Carrier } from "#app/delivery/carriers.ts";
import type { OrderView } from "#app/orders/order-view.ts";
import { relayCarrier } from "#app/relays/relay-schema.ts";

/** The shop's carrier of the provider's code, « mondial_relay ». */
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

/** The carrier and the number that an order's next parcel is likely to have: those of its label, unless a parcel left with it. */
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
