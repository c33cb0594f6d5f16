import { placesIn } from "#app/ui/address-schema.ts";

/** Where an order form is to be delivered. */
export type DeliveryPlace = {
  /** ISO 3166 code; undefined when the shop delivers to one country and the form has no field for it. */
  country: string | undefined;
  /** Five digits; null when neither a field nor the address has them. */
  postalCode: string | null;
};

type PlaceForm = {
  country?: string | undefined;
  postalCode?: string | undefined;
  address: string;
};

/**
 * The country and the postal code of an order form: the code's own field, of which only the digits count, otherwise that of the address.
 */
export function deliveryPlace({ country, postalCode = "", address }: PlaceForm): DeliveryPlace {
  const inField = postalCode.replaceAll(/\D/g, "");
  const inText = placesIn(address)[0]?.postalCode ?? null;
  return { country, postalCode: inField.length === 5 ? inField : inText };
}
