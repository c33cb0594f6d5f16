import { eq, or, sql, type SQL } from "drizzle-orm";
import { messages, orders } from "#db/schema/index.ts";
import type { Transaction } from "#app/platform/db.server.ts";

/** What this person wrote: by the address, when it is known to be theirs. Lower case. */
export const writtenFrom = (email: string | SQL) => sql`lower(${messages.email}) = ${email}`;
/** Notices about this customer's orders. */
export const aboutOrdersOf = (customerId: string) =>
  sql`${messages.orderId} IN (SELECT ${orders.id} FROM ${orders} WHERE ${eq(orders.customerId, customerId)})`;

/**
 * Takes this person out of the notices about their orders, and forgets what they wrote from `email`; nothing of that
 * when it is null: anybody may have given an address that nobody has confirmed.
 */
export async function forgetSender(
  tx: Transaction,
  { customerId, email }: { customerId: string; email: string | null },
): Promise<void> {
  const isWritten = email === null ? undefined : writtenFrom(email);
  // All of them by id first: somebody may be marking them read.
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
