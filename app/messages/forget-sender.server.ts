import { eq, or, sql, type SQL } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import { messages, orders } from "#db/schema/index.ts";

/** Condition: messages sent from this lower-case address. Use it only for an address that the account has confirmed. */
export const writtenFrom = (email: string | SQL) => sql`lower(${messages.email}) = ${email}`;
/** Condition: notices about this customer's orders, and about statements of withdrawal that were linked to one of them later. */
export const aboutOrdersOf = (customerId: string) =>
  sql`(${messages.orderId} IN (SELECT ${orders.id} FROM ${orders} WHERE ${eq(orders.customerId, customerId)})
    OR ${messages.id} IN (SELECT 'retractation-' || withdrawals.id || suffix
      FROM withdrawals JOIN orders ON orders.id = withdrawals.order_id, (VALUES (''), ('-encore')) AS suffixes (suffix)
      WHERE orders.customer_id = ${customerId}))`;

/**
 * Account deletion: anonymizes the notices about the customer's orders and deletes the contact messages from `email`.
 * Pass null for an unconfirmed address, because another person may have sent its messages.
 */
export async function forgetSender(
  tx: Transaction,
  { customerId, email }: { customerId: string; email: string | null },
): Promise<void> {
  const isWritten = email === null ? undefined : writtenFrom(email);
  // Locks all rows in id order (docs/locks.md): `markAllRead` may run concurrently.
  await tx
    .select({ id: messages.id })
    .from(messages)
    .where(or(aboutOrdersOf(customerId), isWritten))
    .orderBy(messages.id)
    .for("update");
  await tx
    .update(messages)
    .set({ name: "Client supprimé", email: "", company: "", phoneNumber: "" })
    .where(aboutOrdersOf(customerId));
  if (isWritten) await tx.delete(messages).where(isWritten);
}
