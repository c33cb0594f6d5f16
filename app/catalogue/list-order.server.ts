import { sql, type SQL } from "drizzle-orm";
import type { SortOrder } from "./product-schema.ts";

/** The sort keys of each order. The id comes last, so that the order of products with equal keys is the same on every page. */
const KEYS: Record<SortOrder, string[]> = {
  desc: ["name COLLATE french", "id"],
  asc: ["name COLLATE french DESC", "id DESC"],
  "prix-croissant": ["price_cents", "id"],
  "prix-decroissant": ["price_cents DESC", "id DESC"],
  "mieux-notes": ["rating DESC", "rating_count DESC", "id"],
  nouveautes: ["created_at DESC", "id DESC"],
};

/** The columns that each order's sort keys need. */
const COLUMNS: Record<SortOrder, string> = {
  desc: "id, name COLLATE french AS name",
  asc: "id, name COLLATE french AS name",
  "prix-croissant": "id, price_cents",
  "prix-decroissant": "id, price_cents",
  "mieux-notes": "id, rating, rating_count",
  nouveautes: "id, created_at",
};

export const isByName = (sort: SortOrder): boolean => sort === "desc" || sort === "asc";

export const isByPrice = (sort: SortOrder): boolean =>
  sort === "prix-croissant" || sort === "prix-decroissant";

/** SQL « ORDER BY … » of this order, for rows of `table`. */
export const orderedBy = (sort: SortOrder, table = "products"): SQL =>
  sql.raw(`ORDER BY ${KEYS[sort].map((key) => `${table}.${key}`).join(", ")}`);

/** SQL of the columns that `orderedBy` needs from products: « id, price_cents ». */
export const orderedColumns = (sort: SortOrder): SQL => sql.raw(COLUMNS[sort]);

/** A character that sorts after all others in French order. Appended to a prefix, it gives the end of the prefix's range. */
export const LAST_IN_FRENCH = "\uFFFF";

/**
 * The condition that a name starts with exactly `prefix`. The range uses the index, but also contains names with other accents,
 * which `starts_with` excludes.
 */
export const beginsWith = (prefix: string): SQL =>
  sql`(name COLLATE french >= ${prefix} AND name COLLATE french < ${prefix + LAST_IN_FRENCH} AND starts_with(name, ${prefix}))`;
