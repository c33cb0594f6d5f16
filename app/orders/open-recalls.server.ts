import { and, asc, inArray, isNull, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { jsonRow, jsonRows } from "#app/platform/json-rows.server.ts";
import { dayOf } from "#app/platform/paris-time.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { recallOrders, recalls } from "#db/schema/index.ts";
import type { OpenRecall, OrderView } from "./order-view.ts";

/** SQL: the recalls that concern an order. */
export const RECALLS_OF_ORDER = jsonRows(
  jsonRow({ id: recalls.id, productName: recalls.productName }),
  sql`${recallOrders} JOIN ${recalls} ON ${recalls.id} = ${recallOrders.recallId} WHERE ${recallOrders.orderId} = orders.id`,
  sql`${recalls.id}`,
);

/**
 * The open recalls that apply to an order's unsent articles: the order's day is in the recalled period, a recalled lot is recorded for
 * them, or some of their lots are unknown. Includes recalls whose list lacks the order. Empty for a delivered or cancelled order.
 */
export async function openRecallsOf(db: Queryable, order: OrderView): Promise<OpenRecall[]> {
  if (order.isDelivered || order.cancelledAt) return [];
  const lines = order.lines.filter(({ unsent }) => unsent > 0);
  const open = await db
    .select()
    .from(recalls)
    .where(
      and(
        isNull(recalls.closedAt),
        inArray(
          recalls.productId,
          lines.map(({ productId }) => productId),
        ),
      ),
    )
    .orderBy(asc(recalls.id));
  const day = parisDay(order.createdAt);
  return open.flatMap(({ id, productId, productName, lots, fromDay, untilDay }) => {
    const { lots: packed, toSend } = lines.find((line) => line.productId === productId)!;
    const isPeriod = fromDay !== null && untilDay !== null;
    const found = packed.flatMap(({ lot }) => (lots.includes(lot) ? [lot] : []));
    const recorded = packed.reduce((sum, { quantity }) => sum + quantity, 0);
    const isUnsure = found.length === 0 && !isPeriod;
    const applies = isPeriod
      ? fromDay <= day && day <= untilDay
      : found.length > 0 || recorded < toSend;
    return applies ? [{ id, productName, lots: isUnsure ? lots : found, isUnsure }] : [];
  });
}

/** Whether an open recall of a period concerns an order that is not in its list. */
export async function isOfRecalledPeriod(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM orders JOIN order_lines AS line ON line.order_id = orders.id
    JOIN recalls ON recalls.product_id = line.product_id AND recalls.closed_at IS NULL
    WHERE orders.id = ${orderId}
      AND ${dayOf(sql`orders.created_at`)} BETWEEN recalls.from_day AND recalls.until_day
      AND NOT EXISTS (SELECT FROM recall_orders WHERE recall_id = recalls.id AND order_id = orders.id)
    LIMIT 1`);
  return rows.length > 0;
}
