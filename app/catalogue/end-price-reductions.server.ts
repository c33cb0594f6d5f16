import { inArray, lt } from "drizzle-orm";
import type { Database } from "#app/platform/db.server.ts";
import { TODAY } from "#app/platform/paris-time.server.ts";
import { products } from "#db/schema/index.ts";

/**
 * Ends the announced reductions whose last day has passed. New pages no longer show them, but cached ones do: the write invalidates
 * these.
 */
export async function endPriceReductions(db: Database): Promise<void> {
  const ended = db
    .select({ id: products.id })
    .from(products)
    .where(lt(products.reducedUntil, TODAY))
    .for("no key update", { skipLocked: true });
  await db.update(products).set({ reducedUntil: null }).where(inArray(products.id, ended));
}
