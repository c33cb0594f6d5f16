import { desc, and, eq } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { auditEvents, products } from "#db/schema/index.ts";
import { allPictures, priorCents, reducedUntil, textColumns } from "../products.server.ts";
import type { EditedProduct } from "./product-draft.ts";

const LATEST_ACTS = 5;

/** The data of a product for its form; null when there is no such product. */
export async function getEditedProduct(db: Queryable, id: string): Promise<EditedProduct | null> {
  const [product] = await db
    .select({
      id: products.id,
      version: products.version,
      ...textColumns,
      reducedUntil,
      priorCents,
      pictures: allPictures,
      verifiedFindings: products.verifiedFindings,
    })
    .from(products)
    .where(eq(products.id, id));
  return product ?? null;
}

export type ProductAct = Awaited<ReturnType<typeof latestActs>>[number];

/** The latest audited acts on the product, newest first. */
export async function latestActs(db: Queryable, productId: string) {
  return db
    .select({
      id: auditEvents.id,
      act: auditEvents.act,
      actorName: auditEvents.actorName,
      changes: auditEvents.changes,
      createdAt: auditEvents.createdAt,
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectType, "product"), eq(auditEvents.subjectId, productId)))
    .orderBy(desc(auditEvents.id))
    .limit(LATEST_ACTS);
}
