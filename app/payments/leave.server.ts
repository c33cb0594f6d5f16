import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { orders, paymentBreaks, payments, refunds } from "#db/schema/index.ts";
import { markCancelled } from "#app/orders/order-money.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";

/** Whether money of this customer is under way: a payment or refund whose end isn't known, or a break to be mended. */
export async function hasMoneyUnderWay(db: Queryable, customerId: string): Promise<boolean> {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.customerId, customerId));
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
      paymentBreaks,
      and(inArray(paymentBreaks.orderId, own), isNull(paymentBreaks.resolvedAt)),
    ),
  ]);
  return counts.some((count) => count > 0);
}

/** Cancels what this customer has ordered and not paid: nobody could pay it any more. */
export async function cancelUnpaidOrders(tx: Transaction, customerId: string): Promise<void> {
  const unpaid = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.customerId, customerId),
        sql`NOT ${orders.isPaid} AND NOT ${orders.isShipped} AND ${orders.cancelledAt} IS NULL`,
      ),
    )
    .orderBy(orders.id)
    .for("update");
  for (const { id } of unpaid) {
    // What was opened at the provider can no longer be captured.
    await tx
      .update(payments)
      .set({ state: "failed", detail: "order cancelled", updatedAt: sql`now()` })
      .where(and(eq(payments.orderId, id), inArray(payments.state, ["creating", "created"])));
    await markCancelled(tx, id, "Compte supprimé");
  }
}
