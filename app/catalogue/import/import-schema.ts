import type { TextColumn } from "../csv-columns.ts";
import type { ProductFacts } from "../facts/facts-schema.ts";
import type { FamilyPlace } from "../families/family-schema.ts";
import type { LinePlan } from "../prices/line-plan.ts";
import type { Category, SellingType, Specification } from "../product-schema.ts";

/**
 * checked: the dry run is done, nothing is written. running: a job writes the products. cancelled: an administrator stopped the
 * import and can resume it. done: all lines are written.
 */
export type ImportState = "checked" | "running" | "cancelled" | "done";
export type LineOutcome = "create" | "update" | "unchanged" | "faulty";

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
  /** Null: in no family. */
  family?: FamilyPlace | null;
  /** A price to plan. */
  plan?: LinePlan;
  /** The columns whose HTML was converted to text. */
  converted?: TextColumn[];
} & Partial<ProductFacts>;
