import type { ProductFacts } from "./facts/facts-schema.ts";

/** The fixed list of categories, as spelt in specification §3. */
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

/** The URL of the shop filtered by one category. */
export function categoryHref(category: Category): string {
  return `/boutique?${new URLSearchParams({ categorie: category })}`;
}

/** This name presents a cosmetic as a medicine (public health code, L5111-1), which the opening list warns about. */
export const ACNE_CATEGORY = "Produits de traitement de l'acné" satisfies Category;

/** Former names of categories, which files and settings may still contain and people may search for. */
export const FORMER_NAMES: { readonly [category: string]: string } = {
  [ACNE_CATEGORY]: "Soins pour peaux à imperfections",
};

/** A category and its number of products; `count` is null when the products could not be counted. */
export type CategoryChoice = { category: Category; count: number | null };

export const SELLING_TYPES = ["Normal", "en Vedette"] as const;
export type SellingType = (typeof SELLING_TYPES)[number];

/** Matches valid product ids. New ids are ULIDs; those of products imported from another shop may differ. */
export const PRODUCT_ID = /^[\w.~-]{1,128}$/;

export type Specification = { name: string; value: string };

/** A stored picture: its path, its size in pixels, and whether its WebP renditions exist. */
export type Picture = { path: string; width: number; height: number; hasRenditions: boolean };

/** A row of a product list: the data of a card. */
export type ProductCard = {
  id: string;
  name: string;
  priceCents: number;
  rating: number;
  ratingCount: number;
  picture: Picture | null;
  /** The price of 100 ml or 100 g, « 68,00 € / 100 ml »; null for pieces, or without a net quantity. */
  unitPrice: string | null;
  /** The price before an announced reduction; null without one. */
  priorCents: number | null;
  isSoldOut: boolean;
  /** In a list with one card a family: « 6 teintes », and whether another product of the family costs more. */
  family?: { text: string; isFrom: boolean } | null;
};

/** The data of a product for its page, without its description (description.server.tsx). */
export type Product = {
  id: string;
  name: string;
  priceCents: number;
  category: Category;
  sellingType: SellingType;
  composition: string;
  specifications: Specification[];
  rating: number;
  ratingCount: number;
  pictures: Picture[];
  unitPrice: string | null;
  priorCents: number | null;
  /** Available pieces, at most MOST_SHOWN + 1; null: not counted. */
  available: number | null;
};

/** More available pieces than this are shown as « En stock », without their number. */
export const MOST_SHOWN = 5;

/** What the product's page shows of its facts; `rows` and `allergens` are empty without any. */
export type ProductSheet = {
  rows: Specification[];
  /** The fragrance allergens of the composition, separated by commas. */
  allergens: string;
  reference: string | null;
  ean: string | null;
};

/** The switch between the products of a family on their pages. */
export type FamilySwitch = {
  /** « Teinte » or « Contenance ». */
  title: string;
  /** All products of the family in order; `colour`: « #C08080 »; `price` only where it tells the products apart. */
  members: {
    id: string;
    label: string;
    colour: string | null;
    price: string | null;
    isSoldOut: boolean;
  }[];
};

/** The fields that administrators edit, without pictures. */
export type ProductTexts = Pick<
  Product,
  "name" | "priceCents" | "category" | "sellingType" | "composition" | "specifications"
> & {
  /** Paragraphs, lists and emphasis in Markdown. */
  description: string;
} & ProductFacts;

/** The sort options. Specification §9 calls `desc` 'Croissant' (A→Z, the default) and `asc` 'Décroissant'. */
export const SORTS = [
  { value: "desc", label: "Croissant", group: "Par nom" },
  { value: "asc", label: "Décroissant", group: "Par nom" },
  { value: "prix-croissant", label: "Prix croissant", group: "Autrement" },
  { value: "prix-decroissant", label: "Prix décroissant", group: "Autrement" },
  { value: "mieux-notes", label: "Mieux notés", group: "Autrement" },
  { value: "nouveautes", label: "Nouveautés", group: "Autrement" },
] as const;
export type SortOrder = (typeof SORTS)[number]["value"];

/** The value as a sort order; null when it is missing or unknown. */
export function sortOrder(value: string | null): SortOrder | null {
  return SORTS.find((sort) => sort.value === value)?.value ?? null;
}
