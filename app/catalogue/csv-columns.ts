import type { FactName } from "./facts/facts-schema.ts";
import { FACT_NAMES, factTexts } from "./facts/product-facts.ts";
import type { FamilyPlace } from "./families/family-schema.ts";
import { productText } from "./manage/product-values.ts";
import { cellOfMoment, type LinePlan } from "./prices/line-plan.ts";
import type { ProductTexts, Specification } from "./product-schema.ts";

/** The columns of a product's fields, in the order of the export, and the fields of each. */
export const FIELDS_OF = {
  nom: ["name"],
  prix: ["priceCents"],
  catégorie: ["category"],
  "type de vente": ["sellingType"],
  description: ["description"],
  composition: ["composition"],
  spécifications: ["specifications"],
  "type de produit": ["productType"],
  "quantité nette": ["netQuantity", "netUnit"],
  "durée après ouverture": ["paoMonths"],
  "date de durabilité": ["durabilityDate"],
  précautions: ["precautions"],
  "personne responsable": ["responsiblePerson"],
  origine: ["origin"],
  référence: ["reference"],
  "code EAN": ["ean"],
  tri: ["sorting"],
  poids: ["weightGrams"],
} as const satisfies Record<string, readonly (keyof ProductTexts)[]>;
export type TextColumn = keyof typeof FIELDS_OF;
const TEXT_COLUMNS = Object.keys(FIELDS_OF) as TextColumn[];

/** The columns of the product's facts, each with the name of its fact. */
export const FACT_COLUMNS = TEXT_COLUMNS.flatMap((column): [TextColumn, FactName][] => {
  const [field] = FIELDS_OF[column];
  return field in FACT_NAMES ? [[column, field as FactName]] : [];
});

/** The columns of the products' CSV file, for export and import. */
export const PRODUCT_COLUMNS = ["id", ...TEXT_COLUMNS, "photos"] as const;
/** Further columns, of products in families. The export has them once there is a family. */
export const FAMILY_COLUMNS = ["famille", "libellé", "couleur"] as const;
/** Further columns, of a planned price. The export has them once there is one that is not over. */
export const PLAN_COLUMNS = ["prix prévu", "prix prévu du", "prix prévu au"] as const;
export type PlanColumn = (typeof PLAN_COLUMNS)[number];
export type FamilyColumn = (typeof FAMILY_COLUMNS)[number];
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number] | FamilyColumn | PlanColumn;
const ALL_COLUMNS: readonly ProductColumn[] = [
  ...PRODUCT_COLUMNS,
  ...FAMILY_COLUMNS,
  ...PLAN_COLUMNS,
];
/** The columns that the import reads: all but the pictures, which a CSV file cannot contain. */
export const IMPORTED_COLUMNS = ALL_COLUMNS.filter((column) => column !== "photos");

/**
 * The last column of the file of faulty lines, with the errors of each line. The import ignores this column and all after it.
 */
export const FAULT_COLUMN = "à corriger";

/** The columns that every file must have. */
export const REQUIRED_COLUMNS: readonly ProductColumn[] = ["nom", "prix", "catégorie"];

/** The cells of a product's place in a family, empty without one. */
export const familyCells = (
  family: FamilyPlace | null | undefined,
): Record<FamilyColumn, string> => ({
  famille: family?.name ?? "",
  libellé: family?.label ?? "",
  couleur: family?.colour ?? "",
});

/** The cells of a product's planned price, empty without one: « 39 » or « 20 % », and its moments, « 01/12/2026 08:00 ». */
export const planCells = (plan: LinePlan | null | undefined): Record<PlanColumn, string> => ({
  "prix prévu": !plan
    ? ""
    : plan.percent === null
      ? String(plan.priceCents! / 100)
      : `${String(plan.percent).replace(".", ",")} %`,
  "prix prévu du": plan ? cellOfMoment(plan.startsAt) : "",
  "prix prévu au": plan ? cellOfMoment(plan.endsAt) : "",
});

/** The exported cells of a product, before escaping against formula injection (`guardFormula`). */
export function productCells(product: ProductTexts): Record<TextColumn, string> {
  const texts = factTexts(product);
  const facts = Object.fromEntries(FACT_COLUMNS.map(([column, name]) => [column, texts[name]]));
  return {
    ...(facts as Record<TextColumn, string>),
    nom: product.name,
    prix: String(product.priceCents / 100),
    catégorie: product.category,
    "type de vente": product.sellingType,
    description: product.description,
    composition: product.composition,
    spécifications: writeSpecifications(product.specifications),
  };
}

/** The cell of the specifications: one pair per line, « Contenance: 50 ml ». */
export function writeSpecifications(specifications: readonly Specification[]): string {
  return specifications
    .map(({ name, value }) => `${oneLine(name)}: ${oneLine(value)}`.trimEnd())
    .join("\n");
}

/** Parses the cell of the specifications; null when a non-blank line has no colon. */
export function readSpecifications(cell: string): Specification[] | null {
  const pairs = cell
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .map((line) => /^([^:]*):(.*)$/.exec(line));
  return pairs.every((pair) => pair !== null)
    ? pairs.map((pair) => ({ name: pair[1]!.trim(), value: pair[2]!.trim() }))
    : null;
}

function oneLine(text: string): string {
  return productText(text).replace(/\s+/g, " ");
}
