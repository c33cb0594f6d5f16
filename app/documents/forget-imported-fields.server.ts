import { sql } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";

/** Account deletion: deletes the imported extra fields of the user, and of the user's favourites and comments. */
export async function forgetImportedFields(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    DELETE FROM imported_fields
    WHERE (collection IN ('auth', 'users') AND document_id = ${userId})
      OR (collection = 'favorites' AND document_id LIKE '% ' || ${userId}::text)
      OR (collection = 'comments' AND document_id IN (SELECT id FROM comments WHERE author_id = ${userId}))`);
}

/**
 * Deletion of an account or of a buyer's data: deletes the imported extra fields of their orders. The orders' former ids stay, for
 * accounting.
 */
export async function forgetImportedOrderFields(tx: Transaction, buyer: Buyer): Promise<void> {
  await tx.execute(sql`
    UPDATE imported_fields SET fields = CASE WHEN fields ? 'id' THEN jsonb_build_object('id', fields->'id') ELSE '{}' END
    WHERE collection = 'orders' AND document_id IN (SELECT id FROM orders WHERE ${isOf(buyer)})`);
}
