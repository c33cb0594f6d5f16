import { sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";

/**
 * Locks the products that an account's deletion updates: those with its comments or favourites, and those it created. In the
 * order of their ids, as orders lock them (docs/locks.md).
 */
export async function lockProductsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    SELECT id FROM products WHERE id IN (
      SELECT product_id FROM comments WHERE author_id = ${userId}
      UNION SELECT product_id FROM favourites WHERE customer_id = ${userId}
      UNION SELECT id FROM products WHERE creator_id = ${userId})
    ORDER BY id FOR NO KEY UPDATE`);
}
