import { addressParts } from "#app/ui/address-schema.ts";

/** Where an order form is to be delivered. */
export type DeliveryPlace = {
  /** ISO 3166 code; undefined when the shop delivers to one country and the form has no field for it. */
  country: string | undefined;
  /** Null when neither a field nor the address has one. */
  postalCode: string | null;
};

/** The country and the postal code of an order form: the code's own field, otherwise the last one in the address. */
export function deliveryPlace(form: {
  country?: string | undefined;
  postalCode?: string | undefined;
  address: string;
}): DeliveryPlace {
  const typed = form.postalCode?.replaceAll(/\s/g, "");
  return {
    country: form.country,
    postalCode: typed || (addressParts(form.address)?.postalCode ?? null),
  };
}
