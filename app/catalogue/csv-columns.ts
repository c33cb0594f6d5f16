import { productText, type ProductTexts, type Specification } from "./product-schema.ts";

/** The columns of the products' CSV file, the same at export and import, in the order of the export. */
export const PRODUCT_COLUMNS = [
  "id",
  "nom",
  "prix",
  "catégorie",
  "type de vente",
  "description",
  "composition",
  "spécifications",
  "photos",
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** The last column of the file of faulty lines: what is wrong; the import leaves it aside. */
export const FAULT_COLUMN = "à corriger";

/** A line that can be made a product of has at least these. */
export const REQUIRED_COLUMNS: readonly ProductColumn[] = ["nom", "prix", "catégorie"];

/** The columns that say what is written of a product, and its field. */
export const FIELD_OF = {
  nom: "name",
  prix: "priceCents",
  catégorie: "category",
  "type de vente": "sellingType",
  description: "description",
  composition: "composition",
  spécifications: "specifications",
} as const satisfies Partial<Record<ProductColumn, keyof ProductTexts>>;
export type TextColumn = keyof typeof FIELD_OF;

/** The cells of a product's line as the export writes them, before they are guarded against spreadsheets. */
export function productCells(product: ProductTexts): Record<TextColumn, string> {
  return {
    nom: product.name,
    prix: String(product.priceCents / 100),
    catégorie: product.category,
    "type de vente": product.sellingType,
    description: product.description,
    composition: product.composition,
    spécifications: writeSpecifications(product.specifications),
  };
}

/** « Contenance: 50 ml », a pair a line. */
export function writeSpecifications(specifications: readonly Specification[]): string {
  return specifications
    .map(({ name, value }) => `${oneLine(name)}: ${oneLine(value)}`.trimEnd())
    .join("\n");
}

/** The pairs of such a cell; null when a line of it is none. */
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
