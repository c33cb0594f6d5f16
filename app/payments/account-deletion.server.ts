import { and, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import { markCancelled } from "#app/orders/order-money.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { orders, paymentMismatches, payments, refunds } from "#db/schema/index.ts";
import { endOpenAttempts } from "./cancel-locked-order.server.ts";

/** Whether one of these orders has a payment or refund of unknown outcome, or an open mismatch. `are`: a condition on `orders`. */
export async function hasPendingMoney(db: Queryable, are: SQL): Promise<boolean> {
  const own = db.select({ id: orders.id }).from(orders).where(are);
  const counts = await Promise.all([
    db.$count(
      payments,
      and(
        inArray(payments.orderId, own),
        inArray(payments.state, ["capturing", "unknown", "mismatch"]),
      ),
    ),
    db.$count(
      refunds,
      and(inArray(refunds.orderId, own), inArray(refunds.state, ["sending", "unknown"])),
    ),
    db.$count(
      paymentMismatches,
      and(inArray(paymentMismatches.orderId, own), isNull(paymentMismatches.resolvedAt)),
    ),
  ]);
  return counts.some((count) => count > 0);
}

/**
 * Locks all orders that deleting the account writes to: the user's own, and those whose refund or mismatch the user has
 * requested or closed as an administrator. In id order, against deadlocks (docs/locks.md). The result of
 * `hasPendingMoney` then stays valid until the commit, because captures and refunds start under their order's lock.
 */
export async function lockOrdersOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    SELECT id FROM orders WHERE id IN (
      SELECT id FROM orders WHERE customer_id = ${userId}
      UNION SELECT order_id FROM refunds WHERE requested_by = ${userId}
      UNION SELECT order_id FROM payment_breaks WHERE resolved_by = ${userId})
    ORDER BY id FOR UPDATE`);
}

/** Cancels the buyer's unpaid orders, which nobody could pay any more. The caller holds the orders' locks. */
export async function cancelUnpaidOrders(tx: Transaction, buyer: Buyer): Promise<void> {
  const unpaid = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isOf(buyer),
        sql`NOT ${orders.isPaid} AND NOT ${orders.isDelivered} AND ${orders.cancelledAt} IS NULL`,
      ),
    );
  for (const { id } of unpaid) {
    await endOpenAttempts(tx, id);
    await markCancelled(tx, id, "customerId" in buyer ? "Compte supprimé" : "Client effacé");
  }
}
