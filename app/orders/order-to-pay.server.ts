import { sql } from "drizzle-orm";
import { isPlacedHere } from "#app/accounts/guest-orders.server.ts";
import { isOwnedBy, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Settings } from "#app/settings-values.ts";
import { IS_UNCLAIMED } from "./order-email.server.ts";
import type { OrderedItem } from "./order-view.ts";
import { IS_UNPAID_ONLINE } from "./to-send.server.ts";
import { IS_CLOSED } from "./withdrawal-state.server.ts";

/** Hours after which the shop cancels an unpaid online order (setting « Vente »). */
export const unpaidHours = ({ sales }: Settings): number => Number(sales.unpaidDays) * 24;

/** When the shop cancels an online order that nobody has paid. */
export const unpaidUntil = (createdAt: Date, settings: Settings): Date =>
  new Date(createdAt.getTime() + unpaidHours(settings) * 3_600_000);

/** The SQL condition that the outcome of an unpaid order's payment is unknown: paying again could charge twice. */
export const IS_PAYMENT_PENDING = sql<boolean>`(NOT orders.is_paid AND EXISTS (
  SELECT FROM payments WHERE order_id = orders.id AND state IN ('capturing', 'unknown', 'mismatch')))`;

/** The SQL condition that an order is still to be paid online (`findOrderToPay`). */
export const IS_TO_PAY_ONLINE = sql`${IS_UNPAID_ONLINE}
  AND NOT ${IS_PAYMENT_PENDING}
  AND NOT EXISTS (SELECT FROM withdrawals WHERE withdrawals.order_id = orders.id AND NOT ${IS_CLOSED})`;

export type OrderToPay = {
  id: string;
  totalCents: number;
  createdAt: Date;
  /** Equal to the key of a form that is submitted again, and different for a second order of the same articles. */
  idempotencyKey: string;
  items: OrderedItem[];
};

/**
 * The newest order that the owner must still pay online; null without one. Only orders that their account or this browser placed. An
 * order whose link this browser opened may be a stranger's: a foreign site can link to any order, and an account takes in every order
 * with its e-mail address. Leaves out orders whose payment is being verified (they may be paid already) and those with an open withdrawal.
 */
export async function findOrderToPay(
  db: Queryable,
  { id, opened = [] }: OrderOwner,
): Promise<OrderToPay | null> {
  const placer = { id, opened: opened.filter(isPlacedHere) };
  const { rows } = await db.execute<Omit<OrderToPay, "createdAt"> & { createdAt: string }>(sql`
    SELECT id, total_cents AS "totalCents", created_at AS "createdAt", idempotency_key AS "idempotencyKey",
      (SELECT json_agg(json_build_object('id', product_id, 'qty', quantity)) FROM order_lines WHERE order_id = orders.id) AS items
    FROM orders
    WHERE ${isOwnedBy(placer)} AND ${IS_TO_PAY_ONLINE} AND NOT ${IS_UNCLAIMED}
    ORDER BY id DESC LIMIT 1`);
  const [order] = rows;
  return order ? { ...order, createdAt: new Date(order.createdAt) } : null;
}
