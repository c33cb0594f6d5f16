/** The columns of the stock's CSV files, exported and imported. */
export const STOCK_COLUMNS = [
  "reference",
  "ean",
  "nom",
  "en_rayon",
  "reserves",
  "disponibles",
  "alerte",
  "mouvement",
  "inventaire",
] as const;
export type StockColumn = (typeof STOCK_COLUMNS)[number];
