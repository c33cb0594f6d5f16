/**
 * How the ids of notices about the shop itself begin: slides of the home page, interrupted imports of products, and alerts of the
 * stock (db/functions/set_stock_alert.sql).
 */
export const SLIDE_NOTICE = "diapositive-";
export const IMPORT_NOTICE = "import-";
export const STOCK_NOTICE = "stock-";
export const SHOP_NOTICES = [SLIDE_NOTICE, IMPORT_NOTICE, STOCK_NOTICE];

/** The product of an alert of the stock, « stock-01J…-3 »; null for other messages. */
export function alertedProduct(messageId: string): string | null {
  return /^stock-(\w{26})-\d+$/.exec(messageId)?.[1] ?? null;
}

/** The import of a notice « import-01J…-58 »; null for other messages. */
export function interruptedImport(messageId: string): string | null {
  return /^import-(\w{26})-\d+$/.exec(messageId)?.[1] ?? null;
}
