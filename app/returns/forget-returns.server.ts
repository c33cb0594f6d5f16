import { and, inArray, isNotNull, eq } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import { orders, returns } from "#db/schema/index.ts";

/**
 * Account deletion: erases the typed reasons for which the customer's returns were closed. The returns stay with their orders. The
 * caller holds the orders' locks.
 */
export async function forgetReturnsOf(tx: Transaction, customerId: string): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.customerId, customerId));
  await tx
    .update(returns)
    .set({ closeReason: "Effacée" })
    .where(and(inArray(returns.orderId, own), isNotNull(returns.closeReason)));
}
