/** Limits of a cart, which the browser and the server enforce: pieces of a line (specification §4), and lines. */
export const MAX_QUANTITY = 99;
export const MOST_ARTICLES = 100;
