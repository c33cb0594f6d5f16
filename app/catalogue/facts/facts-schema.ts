/** The units of a net quantity. There is no unit price for pieces. */
export const UNITS = ["ml", "g", "pièce"] as const;
export type Unit = (typeof UNITS)[number];

/** A product that is no cosmetic. */
export type ProductType = "other";

/**
 * The facts that the law asks for on the offer of a cosmetic (1223/2009, art. 19; 2023/988, art. 19; consumer code, L111-1).
 * Null: not given yet.
 */
export type ProductFacts = {
  /** Null: a cosmetic. */
  productType: ProductType | null;
  /** At most two decimals; null exactly if `netUnit` is. */
  netQuantity: number | null;
  netUnit: Unit | null;
  /** Period after opening (PAO), in months. */
  paoMonths: number | null;
  /** Date of minimum durability, « 2027-11-30 »: due instead of the PAO up to 30 months (1223/2009, art. 19 (1)(c)). */
  durabilityDate: string | null;
  precautions: string | null;
  /** Null: that of the settings. */
  responsiblePerson: string | null;
  origin: string | null;
  reference: string | null;
  /** 8 or 13 digits with a correct check digit. */
  ean: string | null;
  /** How to sort the waste (environment code, L541-9-3). */
  sorting: string | null;
  /** The weight of one piece with its packaging, for delivery fees by weight; no law requires it. */
  weightGrams: number | null;
};

export const NO_FACTS: ProductFacts = {
  productType: null,
  netQuantity: null,
  netUnit: null,
  paoMonths: null,
  durabilityDate: null,
  precautions: null,
  responsiblePerson: null,
  origin: null,
  reference: null,
  ean: null,
  sorting: null,
  weightGrams: null,
};

export const FACT_KEYS = Object.keys(NO_FACTS) as (keyof ProductFacts)[];

/** The facts among the fields of a product. */
export const factsOf = (product: ProductFacts): ProductFacts =>
  Object.fromEntries(FACT_KEYS.map((key) => [key, product[key]])) as ProductFacts;

export type FactName = Exclude<keyof ProductFacts, "netUnit">;

/** Longest texts, in UTF-16 code units. */
export const LONGEST_FACT: Record<FactName, number> = {
  productType: 20,
  netQuantity: 40,
  paoMonths: 20,
  durabilityDate: 20,
  precautions: 2_000,
  responsiblePerson: 500,
  origin: 200,
  reference: 60,
  ean: 40,
  sorting: 1_000,
  weightGrams: 20,
};

/** In ml, g or pieces. */
export const LARGEST_QUANTITY = 100_000;
export const LONGEST_PAO = 120;
export const LARGEST_WEIGHT = 100_000;

/** The check digit of an EAN without it (GS1: weights 3 and 1 from the right). */
export function checkDigit(digits: string): string {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}
