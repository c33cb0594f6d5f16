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

export const SELLING_TYPES = ["Normal", "en Vedette"] as const;
export type SellingType = (typeof SELLING_TYPES)[number];

export type Specification = { name: string; value: string };

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

/** The values of the sort select: specification §9 calls `desc` 'Croissant' (A→Z, the default) and `asc` 'Décroissant'. */
export type SortOrder = "desc" | "asc";
