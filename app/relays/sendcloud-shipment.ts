import type { z } from "zod";
import type { RelayPoint } from "./relay-schema.ts";
import { line, type ProviderLabel, type shipment } from "./sendcloud-schema.ts";

export type LabelAnswer =
  | { kind: "ok"; body: ProviderLabel }
  /** The provider refused. `reason`: its message on one line. */
  | { kind: "refused"; reason: string }
  | { kind: "unknown"; reason: string };

export type LabelRequest = {
  /** The idempotency key: the provider makes at most one shipment for it. */
  reference: string;
  orderNumber: string;
  /** Null: home delivery to `address`. */
  point: Pick<RelayPoint, "id"> | null;
  /** The recipient. `country`: ISO 3166 code. */
  address: {
    street: string;
    more?: string | undefined;
    postalCode: string;
    city: string;
    country: string;
  };
  /** The value that the merchant's shipping rules match: the carrier's code, or the name of the delivery method. */
  indicator: string;
  recipient: { name: string; phone: string; email: string | null };
  weightGrams: number;
};

/** The request's body. Sendcloud takes shipping option, sender and contract from the merchant's shipping rules (docs/relays.md). */
export function shipmentOf(request: LabelRequest) {
  const { reference, orderNumber, point, address, recipient, weightGrams, indicator } = request;
  return {
    external_reference_id: reference,
    order_number: orderNumber,
    to_address: {
      name: recipient.name,
      address_line_1: address.street,
      ...(address.more && { address_line_2: address.more }),
      postal_code: address.postalCode,
      city: address.city,
      country_code: address.country,
      phone_number: recipient.phone,
      ...(recipient.email && { email: recipient.email }),
    },
    ...(point && { to_service_point: { id: point.id } }),
    parcels: [{ weight: { value: (weightGrams / 1_000).toFixed(3), unit: "kg" } }],
    label_details: { mime_type: "application/pdf" },
    // Matched by the rules' condition « Checkout delivery method ».
    delivery_indicator: indicator,
  };
}

export function labelOf({ carrier, parcels, errors }: z.output<typeof shipment>): LabelAnswer {
  const [error] = errors ?? [];
  // The shipment exists, but the carrier refused it.
  if (error) return { kind: "refused", reason: line(error.detail, 300) };
  const [parcel] = parcels;
  const number = (parcel!.tracking_number ?? "").replaceAll(/[\s-]/g, "").toUpperCase();
  return {
    kind: "ok",
    body: {
      parcelId: String(parcel!.id),
      carrier: /^[a-z0-9_]{1,40}$/.test(carrier?.code ?? "") ? carrier!.code : "",
      trackingNumber: /^[A-Z0-9]{6,30}$/.test(number) ? number : null,
      pdf: asPdf(Buffer.from(parcel!.label_file ?? "", "base64")),
    },
  };
}

export const asPdf = (content: Buffer): Buffer | null =>
  content.subarray(0, 5).toString("latin1") === "%PDF-" ? content : null;
