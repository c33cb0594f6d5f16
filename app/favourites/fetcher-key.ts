const PREFIX = "favori-";

/** One fetcher for each product: all its hearts on the page show and do the same. */
export const fetcherKey = (productId: string) => PREFIX + productId;

/** The product of a favourite's fetcher; null for any other fetcher. */
export function productOf(key: string): string | null {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
}
