import { sql } from "drizzle-orm";
import { IS_OVER } from "#app/orders/withdrawal-state.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { paddedNumber } from "./delivery-number-schema.ts";
import type { OwnLine } from "./statement.ts";

const MOST_SHOWN = 20;

/** An order of the signed-in customer that may be withdrawn from. `number`: its delivery number. */
export type OwnOrder = { id: string; number: string; createdAt: Date; lines: OwnLine[] };

/**
 * The customer's newest orders within the offered period, at most 20; and first the one with this delivery number, in any
 * state.
 */
export async function withdrawableOrders(
  db: Queryable,
  customerId: string,
  number: string | null,
): Promise<OwnOrder[]> {
  const isStated = sql`upper(substr(orders.id, 11)) = ${number === null ? "" : paddedNumber(number)}`;
  const { rows } = await db.execute<Omit<OwnOrder, "createdAt"> & { at: number }>(sql`
    SELECT orders.id, upper(substr(orders.id, 11)) AS number, floor(extract(epoch FROM orders.created_at) * 1000)::float8 AS at,
      (SELECT json_agg(json_build_object('position', position, 'name', name, 'quantity', quantity) ORDER BY position)
        FROM order_lines WHERE order_id = orders.id) AS lines
    FROM orders
    WHERE orders.customer_id = ${customerId} AND (${isStated} OR (orders.cancelled_at IS NULL AND NOT ${IS_OVER}))
    ORDER BY ${isStated} DESC, orders.id DESC LIMIT ${MOST_SHOWN}`);
  return rows.map(({ at, ...order }) => ({ ...order, createdAt: new Date(at) }));
}

/** The customer's own order with this delivery number; null if there is none. */
export async function ownOrder(
  db: Queryable,
  customerId: string,
  number: string,
): Promise<OwnOrder | null> {
  const [first] = await withdrawableOrders(db, customerId, number);
  return first?.number === paddedNumber(number) ? first : null;
}
