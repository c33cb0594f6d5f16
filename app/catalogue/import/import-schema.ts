import type { Category, SellingType, Specification } from "../product-schema.ts";

/** What an administrator may choose: a larger file, or a longer one, is refused before it is read. */
export const LARGEST_FILE = 50 * 1024 * 1024;
/** Cells of a row beyond these are dropped: a product has nine columns, and a megabyte may hold 500,000 cells. */
export const MOST_CELLS = 50;
export const MOST_LINES = 100_000;

export type Encoding = "utf-8" | "utf-16le" | "windows-1252";
/** checked: read, nothing written; running: a job writes; cancelled: stopped by somebody, can go on; done. */
export type ImportState = "checked" | "running" | "cancelled" | "done";
export type LineOutcome = "create" | "update" | "unchanged" | "faulty";
/** What is wrong with a cell; `column` as the file's first line names it, empty for the whole line. */
export type LineFault = { column: string; value: string; reason: string };

/** What a line says of a product; a field that its file has no column for is absent. */
export type ProductLine = {
  /** The product to change; null leaves it to the name. */
  id: string | null;
  name: string;
  priceCents: number;
  category: Category;
  sellingType?: SellingType;
  description?: string;
  composition?: string;
  specifications?: Specification[];
};
