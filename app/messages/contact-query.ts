/** A delivery number: the order id (a ULID) from its 11th character (specification §2). */
const DELIVERY_NUMBER = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** The delivery number in the URL of the contact form; null without a valid one. */
export function aboutOrder(search: URLSearchParams): string | null {
  const number = search.get("commande");
  return number !== null && DELIVERY_NUMBER.test(number) ? number : null;
}

/** The path of the contact form, for an order if a delivery number is given. */
export function contactHref(number: string | null): string {
  return number === null ? "/contact" : `/contact?commande=${number}`;
}
