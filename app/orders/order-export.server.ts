import { and, asc, eq, gt, sql, type AnyColumn } from "drizzle-orm";
import { orders, users } from "#db/schema/index.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { OrderQuery } from "./order-query.ts";
import { CONCERN, ordersMatching } from "./order-reading.server.ts";

const READ_AT_ONCE = 500;
/** « 21/11/2026 09:18 », in Paris: what a French spreadsheet takes for a date. */
const moment = (column: AnyColumn) =>
  sql<string | null>`to_char(${column} AT TIME ZONE 'Europe/Paris', 'DD/MM/YYYY HH24:MI')`;
const day = (column: AnyColumn) => sql<string>`to_char(${column}, 'DD/MM/YYYY')`;

export type ExportedOrder = Awaited<ReturnType<typeof readOrders>>[number];

/**
 * The orders that the administrators' list finds, with their lines, the oldest first, a part at a time: as much in
 * memory as is being written out.
 */
export async function* exportOrders(
  db: Queryable,
  query: OrderQuery,
): AsyncGenerator<ExportedOrder[]> {
  for (let last = ""; ;) {
    const rows = await readOrders(db, query, last);
    yield rows;
    if (rows.length < READ_AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}

function readOrders(db: Queryable, query: OrderQuery, last: string) {
  return db
    .select({
      id: orders.id,
      placedAt: moment(orders.createdAt),
      customerName: orders.customerName,
      customerEmail: users.email,
      phoneNumber: orders.phoneNumber,
      shippingAddress: orders.shippingAddress,
      shippingMethod: orders.shippingMethod,
      shippingFrom: day(orders.shippingFrom),
      shippingUntil: day(orders.shippingUntil),
      paymentMethod: orders.paymentMethod,
      totalCents: orders.totalCents,
      paidAt: moment(orders.paidAt),
      isPaid: orders.isPaid,
      shippedAt: moment(orders.shippedAt),
      isShipped: orders.isShipped,
      cancelledAt: moment(orders.cancelledAt),
      refundedCents: orders.refundedCents,
      concern: CONCERN,
      lines: sql<{ name: string; quantity: number; unitPriceCents: number }[]>`(
        SELECT json_agg(json_build_object('name', name, 'quantity', quantity, 'unitPriceCents', unit_price_cents)
          ORDER BY position) FROM order_lines WHERE order_id = orders.id)`,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customerId))
    .where(and(ordersMatching(query), gt(orders.id, last)))
    .orderBy(asc(orders.id))
    .limit(READ_AT_ONCE);
}
