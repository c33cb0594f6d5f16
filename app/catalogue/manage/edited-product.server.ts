import { eq } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";
import { PRODUCT_ID } from "../product-schema.ts";
import { allPictures, priorCents, reducedUntil, textColumns } from "../products.server.ts";
import type { ProductStart } from "./form-state.ts";
import { draftOf } from "./product-draft.ts";

/** A product as its form shows it; null when there is no such product. */
export async function readProductForm(db: Queryable, id: string): Promise<ProductStart | null> {
  if (!PRODUCT_ID.test(id)) return null;
  const [product] = await db
    .select({
      version: products.version,
      ...textColumns,
      reducedUntil,
      priorCents,
      pictures: allPictures,
      verifiedFindings: products.verifiedFindings,
    })
    .from(products)
    .where(eq(products.id, id));
  if (!product) return null;
  const { version, pictures, priorCents: prior, verifiedFindings } = product;
  return { id, version, draft: draftOf(product), pictures, priorCents: prior, verifiedFindings };
}
