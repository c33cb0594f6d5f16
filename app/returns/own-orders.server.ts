import { sql } from "drizzle-orm";
import { isOwnedBy, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { paddedNumber } from "#app/orders/delivery-number-schema.ts";
import { IS_CLOSED, IS_OVER, MAY_TAKE_BACK } from "#app/orders/withdrawal-state.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { hourOf, type Stated, type OwnLine } from "./statement.ts";

const MOST_SHOWN = 20;

/** An order of whoever asks that may be withdrawn from. `number`: its delivery number. */
export type OwnOrder = {
  id: string;
  number: string;
  createdAt: Date;
  /** The address of an order without an account; null for an account's. */
  guestEmail: string | null;
  customerName: string;
  lines: OwnLine[];
  /** Whether the promised period, in days, has ended. */
  isOver: boolean;
  returnDays: number;
  /** The statements of this order that are not closed, oldest first; and how many are. */
  stated: Stated[];
  closedCount: number;
};

type Row = Omit<OwnOrder, "createdAt" | "stated"> & {
  at: number;
  stated: (Omit<Stated, "at"> & { at: number })[];
};

const STATED = sql`FROM withdrawals WHERE withdrawals.order_id = orders.id AND NOT ${IS_CLOSED}`;
const IS_WITHDRAWN = sql`EXISTS (SELECT ${STATED} AND withdrawals.lines IS NULL AND withdrawals.articles = '')`;

/**
 * The newest orders of whoever asks within the offered period that no statement withdraws whole, at most 20; and first the one with
 * this delivery number, in any state.
 */
export async function withdrawableOrders(
  db: Queryable,
  owner: OrderOwner,
  number: string | null,
): Promise<OwnOrder[]> {
  const isStated = sql`upper(substr(orders.id, 11)) = ${number === null ? "" : paddedNumber(number)}`;
  const { rows } = await db.execute<Row>(sql`
    SELECT orders.id, upper(substr(orders.id, 11)) AS number, floor(extract(epoch FROM orders.created_at) * 1000)::float8 AS at,
      orders.guest_email AS "guestEmail", orders.customer_name AS "customerName",
      (SELECT json_agg(json_build_object('position', position, 'name', name, 'quantity', bought, 'refunded', refunded,
          'unstated', bought - greatest(refunded, stated)) ORDER BY position) FROM order_pieces(orders.id)) AS lines,
      ${IS_OVER} AS "isOver", orders.return_days AS "returnDays",
      (SELECT coalesce(json_agg(json_build_object('id', withdrawals.id, 'at', floor(extract(epoch FROM withdrawals.created_at) * 1000),
          'articles', withdrawals.articles, 'lines', withdrawals.lines, 'mayTakeBack', ${MAY_TAKE_BACK}) ORDER BY withdrawals.id), '[]') ${STATED}) AS stated,
      (SELECT count(*)::integer FROM withdrawals WHERE withdrawals.order_id = orders.id AND ${IS_CLOSED}) AS "closedCount"
    FROM orders
    WHERE ${isOwnedBy(owner)} AND (${isStated} OR (orders.cancelled_at IS NULL AND NOT ${IS_OVER} AND NOT ${IS_WITHDRAWN}))
    ORDER BY ${isStated} DESC, orders.id DESC LIMIT ${MOST_SHOWN}`);
  return rows.map(({ at, stated, ...order }) => ({
    ...order,
    createdAt: new Date(at),
    stated: stated.map((one) => ({ ...one, at: hourOf(new Date(one.at)) })),
  }));
}

/** The order of whoever asks with this delivery number; null if there is none. */
export async function ownOrder(
  db: Queryable,
  owner: OrderOwner,
  number: string,
): Promise<OwnOrder | null> {
  const [first] = await withdrawableOrders(db, owner, number);
  return first?.number === paddedNumber(number) ? first : null;
}
