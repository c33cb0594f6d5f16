import { and, eq, sql } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { favourites, products } from "#db/schema/index.ts";

export type ToggleOutcome =
  | { kind: "added" }
  | { kind: "removed" }
  | { kind: "unknown-product" }
  /** The account was deleted meanwhile: nothing was written. */
  | { kind: "no-account" };

/**
 * Removes the product from the viewer's favourites, or adds it if it is not among them (specification §4). `isWanted` sets
 * the state (true: favourite) instead of toggling it, so that a retry is idempotent.
 */
export async function toggleFavourite(
  db: Database,
  viewer: Pick<Viewer, "id">,
  productId: string,
  isWanted?: boolean,
): Promise<ToggleOutcome> {
  return db.transaction(async (tx) => {
    // Serializes by customer and product: two concurrent clicks toggle twice instead of violating the unique key.
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`favourite ${viewer.id} ${productId}`}, 0))`,
    );
    const [accountExists, [product]] = await Promise.all([
      lockAccountShared(tx, viewer.id),
      tx
        .select({ id: products.id })
        .from(products)
        .where(eq(products.id, productId))
        .for("key share"),
    ]);
    if (!accountExists) return { kind: "no-account" };
    if (!product) return { kind: "unknown-product" };
    const removed = isWanted
      ? []
      : await tx
          .delete(favourites)
          .where(and(eq(favourites.customerId, viewer.id), eq(favourites.productId, productId)))
          .returning({ productId: favourites.productId });
    if (removed.length > 0 || isWanted === false) return { kind: "removed" };
    await tx.insert(favourites).values({ customerId: viewer.id, productId }).onConflictDoNothing();
    return { kind: "added" };
  });
}

/** The ids of this customer's favourite products, unordered. */
export async function favouriteIds(db: Queryable, viewerId: string): Promise<string[]> {
  const rows = await db
    .select({ productId: favourites.productId })
    .from(favourites)
    .where(eq(favourites.customerId, viewerId));
  return rows.map(({ productId }) => productId);
}

/** Removes all favourites of this customer. The caller has locked the account and the products. */
export async function forgetFavouritesOf(tx: Transaction, customerId: string): Promise<void> {
  await tx.delete(favourites).where(eq(favourites.customerId, customerId));
}
