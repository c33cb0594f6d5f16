/** Capitals and digits of a typed delivery number: spaces, punctuation and case are forgiven. */
export const normalNumber = (text: string): string =>
  text.toUpperCase().replace(/[\s\p{P}\p{Z}]/gu, "");

/** A delivery number as it is stored and compared: 16 digits and capitals, padded with zeros like an imported one. */
export const paddedNumber = (number: string): string => number.padStart(16, "0");

/** A former shop's numbers may be shorter (documents/order-id.server.ts). */
export const POSSIBLE_NUMBER = /^[0-9A-Z]{4,16}$/;

/** The delivery number in the page's URL (`commande`); null without a possible one. */
export function statedNumber(search: URLSearchParams): string | null {
  const number = normalNumber(search.get("commande") ?? "");
  return POSSIBLE_NUMBER.test(number) ? number : null;
}

/** The name of the field with the quantity of an order's line. */
export const lineName = (position: number) => `line-${position}`;
