import { or, sql, type SQL } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { messages, orders } from "#db/schema/index.ts";

/** Condition: messages sent from this lower-case address. Use it only for an address that the account has confirmed. */
export const writtenFrom = (email: string | SQL) => sql`lower(${messages.email}) = ${email}`;
/** Condition: notices about this buyer's orders, and about statements of withdrawal that were linked to one of them later. */
export const aboutOrdersOf = (buyer: Buyer) =>
  sql`(${messages.orderId} IN (SELECT ${orders.id} FROM ${orders} WHERE ${isOf(buyer)})
    OR ${messages.id} IN (SELECT 'retractation-' || withdrawals.id || suffix
      FROM withdrawals JOIN orders ON orders.id = withdrawals.order_id, (VALUES (''), ('-encore')) AS suffixes (suffix)
      WHERE ${isOf(buyer)}))`;

/**
 * Deletion of an account or of a buyer's data: anonymizes the notices about the buyer's orders, and deletes the contact messages from
 * `email`. Pass null for an unconfirmed address, because another person may have sent its messages.
 */
export async function forgetSender(
  tx: Transaction,
  { buyer, email }: { buyer: Buyer; email: string | null },
): Promise<void> {
  const isWritten = email === null ? undefined : writtenFrom(email);
  // Locks all rows in id order (docs/locks.md): `markAllRead` may run concurrently.
  await tx
    .select({ id: messages.id })
    .from(messages)
    .where(or(aboutOrdersOf(buyer), isWritten))
    .orderBy(messages.id)
    .for("update");
  await tx
    .update(messages)
    .set({ name: "Client supprimé", email: "", company: "", phoneNumber: "" })
    .where(aboutOrdersOf(buyer));
  if (isWritten) await tx.delete(messages).where(isWritten);
}
