import { and, eq, sql, type SQLWrapper } from "drizzle-orm";
import { isOwnedBy, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { orders } from "#db/schema/index.ts";

/**
 * Locks an order's row, serializing all changes to its money (docs/locks.md). `orderId` may be a subquery. Undefined if missing or
 * not the owner's.
 */
export async function lockOrder(tx: Transaction, orderId: string | SQLWrapper, owner?: OrderOwner) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), owner && isOwnedBy(owner)))
    .for("update");
  return order;
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** Marks an order paid and stores the payer's e-mail (specification §4). The caller holds the order's lock. */
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

/** Adds to the refunded sum of an order. The caller holds the order's lock. */
export async function markRefunded(
  tx: Transaction,
  orderId: string,
  amountCents: number,
): Promise<void> {
  await tx
    .update(orders)
    .set({ refundedCents: sql`${orders.refundedCents} + ${amountCents}` })
    .where(eq(orders.id, orderId));
  await markHandedOver(tx, orderId);
}

/**
 * Sets `handed_over_at` when an order with parcels has nothing left to send, because the last piece was handed over or refunded.
 * Otherwise does nothing. The caller holds the order's lock. @returns whether this call set it
 */
export async function markHandedOver(tx: Transaction, orderId: string): Promise<boolean> {
  const changed = await tx
    .update(orders)
    .set({ handedOverAt: sql`now()` })
    .where(
      and(
        eq(orders.id, orderId),
        sql`${orders.handedOverAt} IS NULL AND EXISTS (SELECT FROM parcels WHERE order_id = ${orderId})
          AND (${orders.refundedCents} >= ${orders.totalCents} OR NOT EXISTS (
            SELECT FROM order_pieces(${orderId}) WHERE unsent > 0))`,
      ),
    )
    .returning({ id: orders.id });
  return changed.length > 0;
}

/**
 * Cancels an undelivered order and releases its idempotency key, so that the same form creates a new order. The
 * replacement key contains « : », which forms may not send. The caller holds the order's lock.
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
