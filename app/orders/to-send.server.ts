import { sql } from "drizzle-orm";
import { orders } from "#db/schema/index.ts";

/*
 * Literals instead of parameters, and the conditions of the partial indexes word for word: otherwise PostgreSQL doesn't use
 * these indexes (db/migrations/0005_orders.sql).
 */

/** To be paid to the carrier. */
export const IS_ON_DELIVERY = sql`${orders.paymentMethod} = 'Paiement à la livraison'`;

/** Neither delivered nor cancelled, paid or not. */
export const IS_WAITING = sql`NOT ${orders.isShipped} AND ${orders.cancelledAt} IS NULL`;

/** The provider took the money back, or a buyer disputes it, and no administrator has dealt with it yet. */
export const IS_DISPUTED = sql`${orders.id} IN (
  SELECT order_id FROM payment_breaks WHERE kind = 'reversed' AND resolved_at IS NULL)`;

/** Waits to be sent whatever is disputed: paid or to be paid to the carrier, and not refunded whole. */
export const IS_DUE = sql`(${IS_WAITING} AND (${orders.isPaid} OR ${IS_ON_DELIVERY})
  AND ${orders.refundedCents} < ${orders.totalCents})`;

/** With what the provider was asked to give back and hasn't confirmed yet, all of its money is given back. */
const IS_BEING_REFUNDED_WHOLE = sql`${orders.id} IN (
  SELECT sent.order_id FROM refunds AS sent JOIN orders AS paid ON paid.id = sent.order_id
  WHERE sent.state IN ('sending', 'unknown')
  GROUP BY sent.order_id, paid.refunded_cents, paid.total_cents
  HAVING paid.refunded_cents + sum(sent.amount_cents) >= paid.total_cents)`;

/** « À livrer »: what the shop may send now. A disputed order waits for an administrator first (decision 39). */
export const MAY_BE_SENT = sql`(${IS_DUE} AND NOT ${IS_DISPUTED} AND NOT ${IS_BEING_REFUNDED_WHOLE})`;

/** Its delivery period is over. */
export const IS_LATE = sql`${orders.shippingUntil} < (now() AT TIME ZONE 'Europe/Paris')::date`;
