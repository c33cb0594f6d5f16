import { sql, type SQL } from "drizzle-orm";
import type { SortOrder } from "./product-schema.ts";

/** What each order compares, the id last: products that are alike keep their places from page to page. */
const KEYS: Record<SortOrder, string[]> = {
  desc: ["name COLLATE french", "id"],
  asc: ["name COLLATE french DESC", "id DESC"],
  "prix-croissant": ["price_cents", "id"],
  "prix-decroissant": ["price_cents DESC", "id DESC"],
  "mieux-notes": ["rating DESC", "rating_count DESC", "id"],
  nouveautes: ["created_at DESC", "id DESC"],
};

/** Which columns a row must have to be put in this order. */
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

/** « ORDER BY … » over rows of `table`. */
export const orderedBy = (sort: SortOrder, table = "products"): SQL =>
  sql.raw(`ORDER BY ${KEYS[sort].map((key) => `${table}.${key}`).join(", ")}`);

/** « id, price_cents »: what to select of products for `orderedBy`. */
export const orderedColumns = (sort: SortOrder): SQL => sql.raw(COLUMNS[sort]);

/** Above every other character in French order: a prefix and it are the end of the prefix's range. */
export const LAST_IN_FRENCH = "\uFFFF";

/** The names that begin with `prefix`, letter by letter: a range in French order, without those that differ by an accent. */
export const beginsWith = (prefix: string): SQL =>
  sql`(name COLLATE french >= ${prefix} AND name COLLATE french < ${prefix + LAST_IN_FRENCH} AND starts_with(name, ${prefix}))`;
