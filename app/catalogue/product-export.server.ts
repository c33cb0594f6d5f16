import { and, asc, gt, sql } from "drizzle-orm";
import { inBatches } from "#app/platform/batches.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";
import { placeOf } from "./families/families.server.ts";
import type { FamilyPlace } from "./families/family-schema.ts";
import type { ProductListQuery } from "./manage/product-list-query.ts";
import { productsMatching } from "./manage/product-list.server.ts";
import { planOfProduct } from "./prices/import-plans.server.ts";
import type { LinePlan } from "./prices/line-plan.ts";
import type { ProductTexts } from "./product-schema.ts";
import { textColumns } from "./products.server.ts";

const READ_AT_ONCE = 500;

export type ExportedProduct = ProductTexts & {
  id: string;
  picturePaths: string[];
  family: FamilyPlace | null;
  plan: LinePlan | null;
};

/** The products that match the administrators' list, oldest first, in batches, so that the export's memory stays constant. */
export function exportProducts(
  db: Queryable,
  query: ProductListQuery,
  hasResponsible: boolean,
): AsyncGenerator<ExportedProduct[]> {
  const { id } = products;
  return inBatches(READ_AT_ONCE, (last: ExportedProduct | undefined) =>
    db
      .select({
        id,
        ...textColumns,
        family: placeOf,
        plan: planOfProduct,
        picturePaths: sql<string[]>`(
          SELECT coalesce(json_agg(path ORDER BY position), '[]') FROM product_pictures WHERE product_id = products.id)`,
      })
      .from(products)
      .where(and(productsMatching(query, hasResponsible), gt(id, last?.id ?? "")))
      .orderBy(asc(id))
      .limit(READ_AT_ONCE),
  );
}
