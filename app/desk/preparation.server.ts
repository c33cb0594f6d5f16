import { and, asc, sql } from "drizzle-orm";
import { IS_TO_PREPARE } from "#app/orders/to-send.server.ts";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { orders } from "#db/schema/index.ts";

/** The id of the order « à préparer » with the earliest promised date, or of the one after `after`; null when none is left. */
export async function nextToPrepare(db: Queryable, after: string | null): Promise<string | null> {
  const isAfter = sql`(${orders.shippingUntil}, ${orders.id}) > (SELECT shipping_until, id FROM orders WHERE id = ${after})`;
  const [next] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(IS_TO_PREPARE, after === null ? undefined : isAfter))
    .orderBy(asc(orders.shippingUntil), asc(orders.id))
    .limit(1);
  return next?.id ?? null;
}

/** How many orders are « à préparer »; bounded (`boundedCount`). */
export async function countToPrepare(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT ${boundedCount(sql`FROM orders WHERE ${IS_TO_PREPARE}`)} AS count`,
  );
  return rows[0]!.count;
}
