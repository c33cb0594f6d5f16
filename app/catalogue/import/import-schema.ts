import type { Category, SellingType, Specification } from "../product-schema.ts";

/** Bytes. Larger files are refused before parsing. */
export const LARGEST_FILE = 50 * 1024 * 1024;
/** Further cells of a row are dropped: a product has nine columns, but a row of a megabyte may have 500,000 cells. */
export const MOST_CELLS = 50;
export const MOST_LINES = 100_000;

export type Encoding = "utf-8" | "utf-16le" | "windows-1252";
/** checked: dry run done, nothing written; running: a job writes; cancelled: stopped by an administrator, can be resumed; done. */
export type ImportState = "checked" | "running" | "cancelled" | "done";
export type LineOutcome = "create" | "update" | "unchanged" | "faulty";
/** An error in a cell. `column`: its name in the file's first line, empty for the whole line; `reason`: French. */
export type LineFault = { column: string; value: string; reason: string };

/** The parsed fields of a line; a field without a column in the file is absent. */
export type ProductLine = {
  /** The product to change; null: matched by name. */
  id: string | null;
  name: string;
  priceCents: number;
  category: Category;
  sellingType?: SellingType;
  description?: string;
  composition?: string;
  specifications?: Specification[];
};
