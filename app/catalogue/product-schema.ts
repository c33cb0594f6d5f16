/** The fixed list of categories, spelt as specification §3 spells them. */
export const CATEGORIES = [
  "Soins de la peau",
  "Maquillage",
  "Produits capillaires",
  "Parfums",
  "Produits pour le bain et le corps",
  "Soins des ongles",
  "Produits de protection solaire",
  "Produits anti-âge",
  "Produits de traitement de l'acné",
  "Autres",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** A category and how many products it has; null when they could not be counted. */
export type CategoryChoice = { category: Category; count: number | null };

export const SELLING_TYPES = ["Normal", "en Vedette"] as const;
export type SellingType = (typeof SELLING_TYPES)[number];

/** What an id of a product may be: ours are ULIDs, those of a shop that moved in may be others. */
export const PRODUCT_ID = /^[\w.~-]{1,128}$/;

export type Specification = { name: string; value: string };

// What a product's fields may hold, whether a form or a file fills them.
export const LONGEST_NAME = 200;
export const LONGEST_TEXT = 20_000;
export const MOST_SPECIFICATIONS = 50;
/** Whole euros. */
export const HIGHEST_PRICE = 999_999;

/** A text as it is stored: nothing around it, one kind of line end, accents in one piece with their letters. */
export function productText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim().normalize("NFC");
}

/** A name as it is stored: on one line, lower case (specification §5). */
export function productName(text: string): string {
  return productText(text).replace(/\s+/g, " ").toLowerCase();
}

/** The price, in cents, of digits that say whole euros (specification §3); null for anything else. */
export function priceInCents(digits: string): number | null {
  return /^\d{1,6}$/.test(digits) ? Number(digits) * 100 : null;
}

/** A stored picture as every screen needs it: where it lies, its size, and whether its WebP renditions are made. */
export type Picture = { path: string; width: number; height: number; hasRenditions: boolean };

/** The lean row of every list: what a card shows. */
export type ProductCard = {
  id: string;
  name: string;
  priceCents: number;
  rating: number;
  ratingCount: number;
  picture: Picture | null;
};

/** Everything the product page shows. */
export type Product = {
  id: string;
  name: string;
  priceCents: number;
  category: Category;
  sellingType: SellingType;
  description: string;
  composition: string;
  specifications: Specification[];
  rating: number;
  ratingCount: number;
  pictures: Picture[];
};

/** What is written of a product by hand. */
export type ProductTexts = Pick<
  Product,
  | "name"
  | "priceCents"
  | "category"
  | "sellingType"
  | "description"
  | "composition"
  | "specifications"
>;

/** The sort select: specification §9 calls `desc` 'Croissant' (A→Z, the default) and `asc` 'Décroissant'; the others are ours. */
export const SORTS = [
  { value: "desc", label: "Croissant", group: "Par nom" },
  { value: "asc", label: "Décroissant", group: "Par nom" },
  { value: "prix-croissant", label: "Prix croissant", group: "Autrement" },
  { value: "prix-decroissant", label: "Prix décroissant", group: "Autrement" },
  { value: "mieux-notes", label: "Mieux notés", group: "Autrement" },
  { value: "nouveautes", label: "Nouveautés", group: "Autrement" },
] as const;
export type SortOrder = (typeof SORTS)[number]["value"];

/** The order of this name; null when there is none. */
export function sortOrder(value: string | null): SortOrder | null {
  return SORTS.find((sort) => sort.value === value)?.value ?? null;
}
