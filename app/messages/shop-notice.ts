/** How the ids of notices about the shop itself begin: slides of the home page, and alerts of the stock (db/migrations/0024_stock.sql). */
export const SLIDE_NOTICE = "diapositive-";
export const STOCK_NOTICE = "stock-";
export const SHOP_NOTICES = [SLIDE_NOTICE, STOCK_NOTICE];

/** The product of an alert of the stock, « stock-01J…-3 »; null for other messages. */
export function alertedProduct(messageId: string): string | null {
  return /^stock-(\w{26})-\d+$/.exec(messageId)?.[1] ?? null;
}
