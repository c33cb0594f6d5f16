import { sql, type SQL } from "drizzle-orm";

/** The condition of the index products_incomplete (0011_product_facts_indexes.sql), which only a constant text matches. */
const LACKS_A_FACT = `composition = '' OR net_quantity IS NULL OR pao_months IS NULL OR precautions IS NULL OR sorting IS NULL
  OR (reference IS NULL AND ean IS NULL)`;

/** SQL of `missingFacts`: whether the product's sheet lacks something. */
export function isIncomplete(hasResponsible: boolean): SQL<boolean> {
  const condition = hasResponsible ? LACKS_A_FACT : `${LACKS_A_FACT} OR responsible_person IS NULL`;
  return sql<boolean>`(${sql.raw(condition)})`;
}
