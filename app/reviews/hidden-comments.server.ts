import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import { comments } from "#db/schema/index.ts";

/**
 * Hides a comment for these reasons: no page lists it any more. Triggers update the product's average and notify every node. The
 * caller has locked the product.
 */
export async function hideComment(tx: Transaction, id: string, reason: string): Promise<void> {
  await tx
    .update(comments)
    .set({ hiddenAt: sql`now()`, hiddenReason: reason })
    .where(eq(comments.id, id));
}

/** Shows a hidden comment again. The caller has locked the product. */
export async function showComment(tx: Transaction, id: string): Promise<void> {
  await tx.update(comments).set({ hiddenAt: null, hiddenReason: null }).where(eq(comments.id, id));
}
