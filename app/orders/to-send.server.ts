import { sql, type SQL } from "drizzle-orm";
import { sqlLiteral } from "#app/platform/db.server.ts";
import { CASH, ONLINE } from "#app/platform/methods-schema.ts";
import { dayOf, TODAY } from "#app/platform/paris-time.server.ts";
import { orders } from "#db/schema/index.ts";
import type { OpenMismatch } from "./order-view.ts";
import { WITHDRAWAL_STATE } from "./withdrawal-state.server.ts";

/*
 * SQL conditions on a row of orders. PostgreSQL uses a partial index only for a query that contains the index's condition. So these
 * conditions have the wording of the indexes (db/migrations/0005_orders.sql, 0022_parcels_indexes.sql), with literals instead of
 * parameters.
 */

/** The payment method is cash on delivery. */
export const IS_ON_DELIVERY = sql`${orders.paymentMethod} = ${sqlLiteral(CASH)}`;

/** Neither delivered nor cancelled, paid or not. */
export const IS_WAITING = sql`NOT ${orders.isDelivered} AND ${orders.cancelledAt} IS NULL`;

/** A cash order whose address is not confirmed yet: it holds nothing (index orders_to_confirm). */
export const IS_TO_CONFIRM = sql`(${orders.toConfirmUntil} IS NOT NULL AND ${IS_WAITING})`;

/** Has an open dispute or reversal (chargeback) that no administrator has closed. */
export const IS_DISPUTED = sql`${orders.id} IN (
  SELECT order_id FROM payment_breaks WHERE kind = 'reversed' AND resolved_at IS NULL)`;

/** Has an open mismatch of its payment with the provider, other than a dispute. */
export const IS_MISMATCHED = sql`${orders.id} IN (
  SELECT order_id FROM payment_breaks WHERE kind <> 'reversed' AND resolved_at IS NULL)`;

/** SQL: the open dispute or mismatch of an order's payment. For administrators only. */
export const OPEN_MISMATCH = sql<OpenMismatch>`CASE WHEN ${IS_DISPUTED} THEN 'dispute' WHEN ${IS_MISMATCHED} THEN 'other' END`;

/** Must still be delivered, even if disputed: paid, or a cash order whose address needs no confirmation; and not fully refunded. */
export const IS_DUE = sql`(${IS_WAITING} AND (${orders.isPaid} OR ${IS_ON_DELIVERY})
  AND ${orders.refundedCents} < ${orders.totalCents} AND ${orders.toConfirmUntil} IS NULL)`;

/** Fully refunded once the provider has confirmed the refunds that are pending. */
export const IS_BEING_FULLY_REFUNDED = sql`${orders.id} IN (
  SELECT sent.order_id FROM refunds AS sent JOIN orders AS paid ON paid.id = sent.order_id
  WHERE sent.state IN ('sending', 'unknown')
  GROUP BY sent.order_id, paid.refunded_cents, paid.total_cents
  HAVING paid.refunded_cents + sum(sent.amount_cents) >= paid.total_cents)`;

/** Has an open statement of withdrawal (`openWithdrawals`): neither refunded nor closed. */
export const IS_WITHDRAWN = sql`EXISTS (SELECT FROM withdrawals
  WHERE withdrawals.order_id = ${orders.id} AND ${WITHDRAWAL_STATE} IN ('to-refund', 'to-cancel', 'refunding'))`;

/** « À livrer »: may be sent now. An administrator first decides about a dispute (decision 39) or an open withdrawal. */
export const MAY_BE_SENT = sql`(${IS_DUE} AND NOT ${IS_DISPUTED} AND NOT ${IS_BEING_FULLY_REFUNDED} AND NOT ${IS_WITHDRAWN})`;

/**
 * Fully refunded or withdrawn, and no parcel has left. `isToDeliver` (open-withdrawals.ts) is its opposite for an order that is neither
 * delivered nor cancelled.
 */
export const HAS_NOTHING_TO_DELIVER = sql`((${orders.refundedCents} >= ${orders.totalCents} OR ${IS_BEING_FULLY_REFUNDED} OR ${IS_WITHDRAWN})
  AND NOT EXISTS (SELECT FROM parcels WHERE parcels.order_id = ${orders.id}))`;

/** « À préparer »: may be sent now, and not everything is with a carrier (index orders_to_prepare). */
export const isToPrepare = (mayBeSent: SQL) =>
  sql`(${orders.handedOverAt} IS NULL AND ${mayBeSent})`;
export const IS_TO_PREPARE = isToPrepare(MAY_BE_SENT);

/** « En route »: everything that was to be sent is with a carrier (index orders_under_way). */
export const IS_UNDER_WAY = sql`(${orders.handedOverAt} IS NOT NULL AND ${IS_WAITING})`;

/** The customer gave notice of a late delivery (L216-6), and the order is neither delivered, cancelled nor fully refunded. */
export const HAS_OPEN_NOTICE = sql`(${orders.lateUntil} IS NOT NULL AND ${IS_WAITING} AND ${orders.refundedCents} < ${orders.totalCents})`;

/** The further delivery date of the customer's notice has passed; null without a notice. */
export const IS_FURTHER_OVER = sql`(${orders.lateUntil} < ${TODAY})`;

/** The customer has cancelled the late order after a parcel had left (decision 95). */
export const IS_LATE_CANCELLED = sql`EXISTS (SELECT FROM withdrawals
  WHERE withdrawals.order_id = ${orders.id} AND withdrawals.for_late_delivery)`;

/** « Pièces manquantes »: pieces of it are on no shelf (index stock_holds_missing). */
export const LACKS_PIECES = sql`${orders.id} IN (SELECT order_id FROM stock_holds WHERE missing > 0)`;

/** To be paid online, and neither paid, delivered nor cancelled. */
export const IS_UNPAID_ONLINE = sql`(${orders.paymentMethod} = ${sqlLiteral(ONLINE)}
  AND NOT ${orders.isPaid} AND ${IS_WAITING})`;

/**
 * Days from the order to its payment; for an unpaid online order, to today. The row stores the period that was estimated when the order
 * was placed (specification §9), but the shop promises it from the payment on: these days are added.
 */
const UNPAID_DAYS = sql`greatest(0, ${dayOf(
  sql`CASE WHEN ${IS_UNPAID_ONLINE} THEN now() ELSE coalesce(${orders.paidAt}, ${orders.createdAt}) END`,
)} - ${dayOf(orders.createdAt)})`;
/** The first and the last day of the promised delivery period (dates). */
export const PROMISED_FROM = sql`(${orders.shippingFrom} + ${UNPAID_DAYS})`;
export const PROMISED_UNTIL = sql`(${orders.shippingUntil} + ${UNPAID_DAYS})`;
/** The promised period as text, « 2026-11-20 », to select in place of the columns of the same names. */
export const PROMISED_PERIOD = {
  shippingFrom: sql<string>`to_char(${PROMISED_FROM}, 'YYYY-MM-DD')`,
  shippingUntil: sql<string>`to_char(${PROMISED_UNTIL}, 'YYYY-MM-DD')`,
};

/** The promised delivery period is over. The first condition is that of the index orders_to_send. */
export const IS_LATE = sql`(${orders.shippingUntil} < ${TODAY} AND ${PROMISED_UNTIL} < ${TODAY})`;
