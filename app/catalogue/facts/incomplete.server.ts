import { sql, type SQL } from "drizzle-orm";

/** The condition of the index products_lacking (0052_product_types_indexes.sql), which only a constant text matches. */
const LACKS_A_FACT = `sorting IS NULL OR (reference IS NULL AND ean IS NULL)
  OR (product_type IS NULL AND (composition = '' OR net_quantity IS NULL OR (pao_months IS NULL AND durability_date IS NULL)
    OR precautions IS NULL))`;

/** SQL of whether the product lacks a fact; the same rule as `missingFacts`. */
export function isIncomplete(hasResponsible: boolean): SQL<boolean> {
  const condition = hasResponsible
    ? LACKS_A_FACT
    : `${LACKS_A_FACT} OR (product_type IS NULL AND responsible_person IS NULL)`;
  return sql<boolean>`(${sql.raw(condition)})`;
}
