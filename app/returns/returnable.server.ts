import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";

/** An order's line; `most`: the pieces of it that have left and are neither back nor expected in another return. */
export type ReturnableLine = {
  position: number;
  name: string;
  unitPriceCents: number;
  most: number;
};

/**
 * Pieces of a line that were refunded without a return before the delivery: they stayed on the shelf. An order refunded in full
 * before it has none that left, even if its refund names no line.
 */
const KEPT =
  sql.raw(`(CASE WHEN orders.total_cents <= (SELECT coalesce(sum(amount_cents), 0) FROM refunds
    WHERE refunds.order_id = orders.id AND state <> 'failed' AND created_at < orders.shipped_at) THEN bought.quantity
  ELSE coalesce((SELECT sum(refund_lines.quantity) FROM refund_lines JOIN refunds ON refunds.id = refund_lines.refund_id
    WHERE refund_lines.order_id = bought.order_id AND refund_lines.position = bought.position AND state <> 'failed'
      AND return_id IS NULL AND created_at < orders.shipped_at), 0) END)`);

/**
 * The lines of an order, and how many pieces of each may come back. Of an undelivered order only what is in its parcels; of a
 * delivered one what was not refunded before, or what its parcels had if that is more.
 */
export async function returnableLines(db: Queryable, orderId: string): Promise<ReturnableLine[]> {
  const { rows } = await db.execute<ReturnableLine>(sql`
    SELECT bought.position, bought.name, bought.unit_price_cents AS "unitPriceCents", greatest(0, greatest(
        CASE WHEN orders.is_shipped THEN bought.quantity - ${KEPT} ELSE 0 END,
        coalesce((SELECT sum(quantity) FROM parcel_lines AS sent
          WHERE sent.order_id = bought.order_id AND sent.position = bought.position), 0))
      - coalesce((SELECT sum(CASE WHEN received_at IS NOT NULL OR closed_at IS NOT NULL THEN shelved + damaged ELSE expected END)
        FROM return_lines JOIN returns ON returns.id = return_lines.return_id
        WHERE return_lines.order_id = bought.order_id AND return_lines.position = bought.position), 0))::integer AS most
    FROM order_lines AS bought JOIN orders ON orders.id = bought.order_id
    WHERE bought.order_id = ${orderId} ORDER BY bought.position`);
  return rows;
}
