import { and, inArray, isNotNull } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { orders, returns } from "#db/schema/index.ts";

/**
 * Deletion of an account or of a buyer's data: erases the free-text reasons with which the buyer's returns were closed. The returns stay
 * with their orders. The caller holds the orders' locks.
 */
export async function forgetReturnsOf(tx: Transaction, buyer: Buyer): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(isOf(buyer));
  await tx
    .update(returns)
    .set({ closeReason: "Effacée" })
    .where(and(inArray(returns.orderId, own), isNotNull(returns.closeReason)));
}
