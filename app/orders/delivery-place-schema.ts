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

/** A French postal code in an address, without the numbers of post office boxes (« BP 20123 », « CS 97001 »). */
const CODE_IN_TEXT = /(?<!\d|\b(?:BP|CS|TSA)[ n°]*)\d{2} ?\d{3}(?!\d)/giu;

/**
 * The French postal codes of an order form, five digits each: that of its field first, of which only the digits count, then those of the
 * address, the last one first.
 */
export function postalCodesOf({ postalCode = "", address }: PlaceForm): string[] {
  const inField = postalCode.replaceAll(/\D/g, "");
  const inText = [...address.matchAll(CODE_IN_TEXT)].map(([code]) => code.replace(" ", ""));
  return [...(inField.length === 5 ? [inField] : []), ...inText.toReversed()];
}

/** The country and the postal code of an order form: the code's own field, otherwise the last one in the address. */
export const deliveryPlace = (form: PlaceForm): DeliveryPlace => ({
  country: form.country,
  postalCode: postalCodesOf(form)[0] ?? null,
});
