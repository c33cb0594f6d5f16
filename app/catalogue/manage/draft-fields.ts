import type { Fields } from "#app/ui/areas/form-version.ts";
import { FACT_NAMES, type FactTexts } from "../facts/product-facts.ts";
import type { Specification } from "../product-schema.ts";
import { filledRows, productName, productText } from "./product-values.ts";

/** The raw input of a product's form, valid or not. */
export type ProductDraft = {
  name: string;
  /** The typed price, in euros. */
  price: string;
  category: string;
  sellingType: string;
  description: string;
  composition: string;
  specifications: Specification[];
  /** The last day of an announced reduction, « 2026-11-20 »; empty without one. */
  reducedUntil: string;
  /** Paths of the kept pictures, in order. */
  pictures: string[];
  /** Why a cosmetic with doubts is saved (doubts.server.ts); empty: not asked for. */
  reason: string;
} & FactTexts;

/** The fields' names in the page. */
export const FIELD_NAMES = {
  name: "Nom",
  price: "Prix",
  category: "Catégorie",
  sellingType: "Type de vente",
  reducedUntil: "Réduction annoncée jusqu’au",
  description: "Description",
  composition: "Composition",
  specifications: "Spécifications",
  ...FACT_NAMES,
} as const satisfies Partial<Record<keyof ProductDraft, string>>;
export type NamedField = keyof typeof FIELD_NAMES;

/** Whether two drafts are equal in a field, ignoring surrounding white space and empty rows. */
export function isSame(field: keyof ProductDraft, one: ProductDraft, other: ProductDraft): boolean {
  return comparable(field, one) === comparable(field, other);
}

function comparable(field: keyof ProductDraft, draft: ProductDraft): string {
  if (field === "specifications") return JSON.stringify(filledRows(draft.specifications));
  if (field === "pictures") return draft.pictures.join("\n");
  return field === "name" ? productName(draft.name) : productText(draft[field]);
}

/** The fields that the form compares and merges. */
export const PRODUCT_FIELDS: Fields<ProductDraft, NamedField> = { names: FIELD_NAMES, isSame };
