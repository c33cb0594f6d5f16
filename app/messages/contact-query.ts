/** A delivery number: the end of an order's id, a ULID (specification §2). */
const DELIVERY_NUMBER = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** The delivery number of the order that somebody writes about, or null when the URL names none. */
export function aboutOrder(search: URLSearchParams): string | null {
  const number = search.get("commande");
  return number !== null && DELIVERY_NUMBER.test(number) ? number : null;
}

/** The address of the contact form, about an order by its delivery number. */
export function contactHref(number: string | null): string {
  return number === null ? "/contact" : `/contact?commande=${number}`;
}
