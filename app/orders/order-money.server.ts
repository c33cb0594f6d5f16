import { and, eq, sql } from "drizzle-orm";
import { orders } from "#db/schema/index.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";

/** The order, its row locked until the transaction ends: everything about its money waits in this one queue. */
export async function lockOrder(tx: Transaction, orderId: string, customerId?: string) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.id, orderId),
        customerId === undefined ? undefined : eq(orders.customerId, customerId),
      ),
    )
    .for("update");
  return order;
}

/** Marks an order paid and keeps the payer's e-mail (specification §4). The caller holds the order's lock. */
export async function markPaid(
  tx: Transaction,
  orderId: string,
  payerEmail: string | null,
): Promise<void> {
  await tx
    .update(orders)
    .set({ isPaid: true, paidAt: sql`now()`, payerEmail })
    .where(eq(orders.id, orderId));
}

/** Adds to what was given back of an order's money. The caller holds the order's lock. */
export async function markRefunded(
  tx: Transaction,
  orderId: string,
  amountCents: number,
): Promise<void> {
  await tx
    .update(orders)
    .set({ refundedCents: sql`${orders.refundedCents} + ${amountCents}` })
    .where(eq(orders.id, orderId));
}

/**
 * Cancels an order that nobody has received, and frees the key it was sent under: the same form sent again is a new order.
 * Its new key is one that no form may send. The caller holds the order's lock.
 */
export async function markCancelled(
  tx: Transaction,
  orderId: string,
  reason: string,
): Promise<void> {
  await tx
    .update(orders)
    .set({ cancelledAt: sql`now()`, cancelReason: reason, idempotencyKey: `cancelled:${orderId}` })
    .where(eq(orders.id, orderId));
}

/** Tells the open pages that show this order: something about its money changed that its own row doesn't hold. */
export async function notifyOrder(db: Queryable, orderId: string): Promise<void> {
  await db.execute(sql`
    SELECT pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text)
    FROM orders WHERE id = ${orderId}`);
}
