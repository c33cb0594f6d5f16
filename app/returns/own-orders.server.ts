import { sql } from "drizzle-orm";
import { isOwnedBy, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { paddedNumber } from "#app/orders/delivery-number-schema.ts";
import { DELIVERY_NUMBER } from "#app/orders/order-of-number.server.ts";
import { IS_CLOSED, IS_OVER, MAY_TAKE_BACK } from "#app/orders/withdrawal-state.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { jsonRow, jsonRows } from "#app/platform/json-rows.server.ts";
import { orders, withdrawals } from "#db/schema/index.ts";
import { hourOf, type OwnLine, type Stated } from "./statement.ts";

const MOST_SHOWN = 20;

/** An order that the owner may withdraw from. `number`: its delivery number. */
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
  /** The statements of this order that are not closed, oldest first. `closedCount`: the number of closed ones. */
  stated: Stated[];
  closedCount: number;
};

const STATED = sql`withdrawals WHERE withdrawals.order_id = orders.id AND NOT ${IS_CLOSED}`;
const IS_WITHDRAWN = sql`EXISTS (SELECT FROM ${STATED} AND withdrawals.lines IS NULL AND withdrawals.articles = '')`;

/** SQL: the lines of an order, with the pieces that are refunded and those that are neither refunded nor in a statement. */
const LINES = jsonRows(
  jsonRow({
    position: sql<number>`position`,
    name: sql<string>`name`,
    quantity: sql<number>`bought`,
    refunded: sql<number>`refunded`,
    unstated: sql<number>`bought - greatest(refunded, stated)`,
  }),
  sql`order_pieces(orders.id)`,
  sql`position`,
);
const STATEMENTS = jsonRows(
  jsonRow({
    id: withdrawals.id,
    at: withdrawals.createdAt,
    articles: withdrawals.articles,
    lines: withdrawals.lines,
    mayTakeBack: MAY_TAKE_BACK,
  }),
  STATED,
  sql`withdrawals.id`,
);

/**
 * The owner's orders for the form: first the one with this delivery number, in any state; then the newest ones within the offered period
 * that are not yet withdrawn as a whole, at most 20.
 */
export async function withdrawableOrders(
  db: Queryable,
  owner: OrderOwner,
  number: string | null,
): Promise<OwnOrder[]> {
  const isStated = sql`${DELIVERY_NUMBER} = ${number === null ? "" : paddedNumber(number)}`;
  const rows = await db
    .select({
      id: orders.id,
      number: DELIVERY_NUMBER,
      createdAt: orders.createdAt,
      guestEmail: orders.guestEmail,
      customerName: orders.customerName,
      lines: LINES,
      isOver: IS_OVER,
      returnDays: orders.returnDays,
      stated: STATEMENTS,
      closedCount: sql<number>`(SELECT count(*)::integer FROM withdrawals WHERE withdrawals.order_id = orders.id AND ${IS_CLOSED})`,
    })
    .from(orders)
    .where(
      sql`${isOwnedBy(owner)} AND (${isStated} OR (orders.cancelled_at IS NULL AND NOT ${IS_OVER} AND NOT ${IS_WITHDRAWN}))`,
    )
    .orderBy(sql`${isStated} DESC, orders.id DESC`)
    .limit(MOST_SHOWN);
  return rows.map((order) => ({
    ...order,
    stated: order.stated.map((one) => ({ ...one, at: hourOf(one.at) })),
  }));
}

/** The owner's order with this delivery number; null if they have none. */
export async function ownOrder(
  db: Queryable,
  owner: OrderOwner,
  number: string,
): Promise<OwnOrder | null> {
  const [first] = await withdrawableOrders(db, owner, number);
  return first?.number === paddedNumber(number) ? first : null;
}
