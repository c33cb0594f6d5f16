import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";

/** An order's line; `most`: the pieces of it that have left and are neither back nor expected in another return. */
export type ReturnableLine = {
  position: number;
  name: string;
  unitPriceCents: number;
  most: number;
};

/** The lines of an order, and how many pieces of each may come back. Of an undelivered order only what is in its parcels. */
export async function returnableLines(db: Queryable, orderId: string): Promise<ReturnableLine[]> {
  const { rows } = await db.execute<ReturnableLine>(sql`
    SELECT bought.position, bought.name, bought.unit_price_cents AS "unitPriceCents", greatest(0, CASE WHEN orders.is_shipped THEN bought.quantity
        ELSE coalesce((SELECT sum(quantity) FROM parcel_lines AS sent
          WHERE sent.order_id = bought.order_id AND sent.position = bought.position), 0) END
      - coalesce((SELECT sum(CASE WHEN received_at IS NOT NULL OR closed_at IS NOT NULL THEN shelved + damaged ELSE expected END)
        FROM return_lines JOIN returns ON returns.id = return_lines.return_id
        WHERE return_lines.order_id = bought.order_id AND return_lines.position = bought.position), 0))::integer AS most
    FROM order_lines AS bought JOIN orders ON orders.id = bought.order_id
    WHERE bought.order_id = ${orderId} ORDER BY bought.position`);
  return rows;
}
