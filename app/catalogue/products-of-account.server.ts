import { sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";

/**
 * Locks the products that an account's deletion updates: those with the account's comments or favourites, and those it created.
 * The products are locked in the order of their ids, as by orders, to prevent deadlocks (docs/locks.md).
 */
export async function lockProductsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    SELECT id FROM products WHERE id IN (
      SELECT product_id FROM comments WHERE author_id = ${userId}
      UNION SELECT product_id FROM favourites WHERE customer_id = ${userId}
      UNION SELECT id FROM products WHERE creator_id = ${userId})
    ORDER BY id FOR NO KEY UPDATE`);
}
