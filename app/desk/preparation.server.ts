import { and, asc, eq, sql } from "drizzle-orm";
import { normalNumber, paddedNumber, POSSIBLE_NUMBER } from "#app/orders/delivery-number-schema.ts";
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

/** The id of the order with a typed or scanned delivery number; null if there is none. */
export async function orderOfNumber(db: Queryable, typed: string): Promise<string | null> {
  const number = normalNumber(typed);
  if (!POSSIBLE_NUMBER.test(number)) return null;
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(sql`upper(substr(${orders.id}, 11))`, paddedNumber(number)));
  return found?.id ?? null;
}
