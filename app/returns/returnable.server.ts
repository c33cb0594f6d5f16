import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";

/** An order's line. `most`: the pieces that may come back, because they have left and are in no other return. */
export type ReturnableLine = {
  position: number;
  name: string;
  unitPriceCents: number;
  most: number;
};

/** SQL: the order was refunded in full before its delivery. Then nothing of it was sent, even if the refund names no line. */
const IS_KEPT_WHOLE = sql`orders.total_cents <= (SELECT coalesce(sum(amount_cents), 0) FROM refunds
  WHERE refunds.order_id = orders.id AND state <> 'failed' AND created_at < orders.shipped_at)`;

/** SQL: pieces of a line that were sent with the delivery; all of an imported order without a delivery time. */
const DELIVERED = sql`CASE WHEN NOT orders.is_shipped OR ${IS_KEPT_WHOLE} THEN 0
  WHEN orders.shipped_at IS NULL THEN line.bought ELSE line.bought - line.kept_early END`;

/**
 * The lines of an order, and how many pieces of each may come back. Undelivered order: the pieces in its parcels. Delivered order: the
 * pieces that were not refunded before the delivery, or those in its parcels if they are more.
 */
export async function returnableLines(db: Queryable, orderId: string): Promise<ReturnableLine[]> {
  const { rows } = await db.execute<ReturnableLine>(sql`
    SELECT line.position, line.name, line.unit_price_cents AS "unitPriceCents",
      greatest(0, greatest(${DELIVERED}, line.sent) - line.back - line.awaited) AS most
    FROM orders CROSS JOIN LATERAL order_pieces(orders.id) AS line
    WHERE orders.id = ${orderId} ORDER BY line.position`);
  return rows;
}
