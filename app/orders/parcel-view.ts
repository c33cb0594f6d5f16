import type { Carrier } from "#app/delivery/carriers.ts";

/** A parcel of an order, handed over to a carrier. */
export type ParcelView = {
  id: string;
  carrier: Carrier;
  /** Capitals and digits; null: not known. */
  trackingNumber: string | null;
  handedOverAt: Date;
  /** When it was taken from its relay point, by the carrier's file, « 2026-12-04 »; null: not known. */
  pickedUpOn: string | null;
  lines: { position: number; quantity: number }[];
};

type Sending = {
  parcels: readonly ParcelView[];
  handedOverAt: Date | null;
  isDelivered: boolean;
  cancelledAt: Date | null;
};

/** Everything that was to be sent is with a carrier, and the order is neither delivered nor cancelled. */
export const isUnderWay = ({ handedOverAt, isDelivered, cancelledAt }: Sending): boolean =>
  handedOverAt !== null && !isDelivered && !cancelledAt;

/** Some pieces are with a carrier, others are still to be sent. */
export const isPartlySent = ({
  parcels,
  handedOverAt,
  isDelivered,
  cancelledAt,
}: Sending): boolean => parcels.length > 0 && handedOverAt === null && !isDelivered && !cancelledAt;

/** How many pieces of an order are still to be sent. */
export const unsentPieces = ({ lines }: { lines: readonly { unsent: number }[] }): number =>
  lines.reduce((sum, { unsent }) => sum + unsent, 0);

/** The pieces that are on no shelf, « 2 × Crème au lin »; for administrators. */
export const missingTexts = (
  lines: readonly { name: string; missing: number }[],
  displayName: (name: string) => string,
): string[] =>
  lines
    .filter(({ missing }) => missing > 0)
    .map(({ name, missing }) => `${missing} × ${displayName(name)}`);

/** « Colissimo 6A12345678901 »; without a number, or for another carrier, what is known. */
export function parcelText({
  carrier,
  trackingNumber,
}: Pick<ParcelView, "carrier" | "trackingNumber">): string {
  const name = carrier === "Autre" ? "colis" : carrier;
  return trackingNumber ? `${name} ${trackingNumber}` : name;
}
