import { trackingHref } from "#app/delivery/carriers.ts";
import type { ParcelView } from "#app/orders/parcel-view.ts";

type TrackingLinkProps = { parcel: Pick<ParcelView, "carrier" | "trackingNumber"> };

/** « Suivre le colis » at its carrier; nothing without a number, or for another carrier. */
export function TrackingLink({ parcel }: TrackingLinkProps) {
  const href = trackingHref(parcel.carrier, parcel.trackingNumber);
  if (!href) return null;
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer">
      Suivre le colis
      <span className="sr">{` ${parcel.trackingNumber} sur le site de ${parcel.carrier} (nouvelle fenêtre)`}</span>
    </a>
  );
}
