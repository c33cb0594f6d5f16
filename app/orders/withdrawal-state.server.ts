import { sql, type SQL } from "drizzle-orm";
import { sqlLiteral } from "#app/platform/db.server.ts";
import { jsonRow, jsonRowOf, jsonRows } from "#app/platform/json-rows.server.ts";
import { LATE_REFUND_DAYS, WITHDRAWAL_REFUND_DAYS } from "#app/platform/legal-constants.ts";
import { CASH, RELAY } from "#app/platform/methods-schema.ts";
import { dayOf, TODAY } from "#app/platform/paris-time.server.ts";
import { KEEPING_DAYS } from "#app/platform/return-period-schema.ts";
import { withdrawalEndings, withdrawals } from "#db/schema/index.ts";
import type { WithdrawalState, WithdrawalView } from "./withdrawal-view.ts";

/*
 * SQL about withdrawals, over the tables `orders` and `withdrawals` by these names. A statement is never altered. Its state is computed
 * from the order's payments and refunds, and from the statement's row in `withdrawal_endings`.
 */

/** The day of the delivery, in Paris; at a relay point, of the drop-off. An imported order without this day has the promised one. */
const DELIVERED_ON = sql`coalesce(${dayOf(sql`orders.shipped_at`)}, orders.shipping_until)`;

const IS_AT_RELAY = sql`(orders.is_shipped AND orders.shipping_method = ${sqlLiteral(RELAY)})`;
const KEEPING = sqlLiteral(KEEPING_DAYS);

/** The last day on which a relay point keeps the parcels of a delivered order, « 2026-12-04 »; null for any other order. */
export const KEPT_UNTIL = sql<
  string | null
>`to_char(CASE WHEN ${IS_AT_RELAY} THEN ${DELIVERED_ON} + ${KEEPING} END, 'YYYY-MM-DD')`;

/** Nobody has said when the parcels were picked up: the period starts on the last day on which the relay point keeps them. */
export const IS_PICK_UP_ASSUMED = sql`(${IS_AT_RELAY} AND orders.withdrawal_from IS NULL)`;

/**
 * The day from which the withdrawal period counts: when the customer physically has the goods (L221-18). At a relay point it is the day
 * that `writePickUp` has set, or else the last one on which the point keeps the parcels. Null until delivered.
 */
export const RECEIVED_ON = sql`CASE WHEN orders.is_shipped THEN coalesce(orders.withdrawal_from,
  ${DELIVERED_ON} + CASE WHEN ${IS_AT_RELAY} THEN ${KEEPING} ELSE 0 END) END`;

const END = sql`withdrawal_end(${RECEIVED_ON}, orders.return_days)`;
/** The last day of the period that was promised with the order, « 2026-12-20 »; null until delivered. */
export const LAST_DAY = sql<string | null>`to_char(${END}, 'YYYY-MM-DD')`;
/** The last day of the legal period; null until delivered. */
export const LEGAL_LAST_DAY = sql<string | null>`to_char(legal_end(${RECEIVED_ON}), 'YYYY-MM-DD')`;

/** Whether the offered period has ended. */
export const IS_OVER = sql<boolean>`coalesce(${TODAY} > ${END}, false)`;

/** Whether the order's money was received. */
export const MONEY_RECEIVED = `(orders.is_paid OR (orders.is_shipped AND orders.payment_method = '${CASH}'))`;
/** The stated articles are refunded: everything, or as much as `withdrawn_quantity` or `refunds_for_texts` asks for. */
const SETTLED = sql.raw(`(orders.refunded_cents = orders.total_cents
  OR (withdrawals.lines IS NULL AND withdrawals.articles <> '' AND refunds_for_texts(orders.id, withdrawals.id) <= (
    SELECT coalesce(sum(greatest(1, (SELECT count(*) FROM refund_lines WHERE refund_id = refunds.id))), 0)
    FROM refunds WHERE refunds.order_id = orders.id AND refunds.state = 'done'))
  OR (withdrawals.lines IS NOT NULL AND NOT EXISTS (
    SELECT FROM jsonb_to_recordset(withdrawals.lines) AS chosen (position smallint)
      JOIN order_pieces(orders.id) AS line ON line.position = chosen.position
    WHERE line.settled < withdrawn_quantity(orders.id, line.position, withdrawals.id))))`);

/** Whether an administrator closed the statement without a refund. */
export const IS_CLOSED = sql`EXISTS (SELECT FROM withdrawal_endings WHERE withdrawal_endings.withdrawal_id = withdrawals.id)`;

/**
 * - « refunded »: the stated articles are refunded, even after a closing
 * - « closed »: an administrator closed it without a refund
 * - « unmatched »: no order is known
 * - « to-cancel »: the order is not paid yet
 * - « nothing-due »: the order was never paid, and is cancelled or delivered
 * - « refunding »: a refund is not confirmed yet
 * - « late »: stated after the offered period
 * - « to-refund »: everything else
 */
export const WITHDRAWAL_STATE = sql<WithdrawalState>`CASE
  WHEN ${sql.raw(MONEY_RECEIVED)} AND ${SETTLED} THEN 'refunded'
  WHEN ${IS_CLOSED} THEN 'closed'
  WHEN withdrawals.order_id IS NULL THEN 'unmatched'
  WHEN NOT ${sql.raw(MONEY_RECEIVED)} THEN CASE WHEN orders.cancelled_at IS NOT NULL OR orders.is_shipped THEN 'nothing-due' ELSE 'to-cancel' END
  WHEN EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id AND refunds.state IN ('sending', 'unknown')) THEN 'refunding'
  WHEN ${dayOf(sql`withdrawals.created_at`)} > ${END} THEN 'late'
  ELSE 'to-refund' END`;

/**
 * Whether the customer may take a statement back (decision 110): no refund is made or pending, and no goods have come back. The
 * cancellation of a late order only after its parcel has arrived.
 */
export const MAY_TAKE_BACK = sql<boolean>`(${WITHDRAWAL_STATE} IN ('to-refund', 'to-cancel', 'late')
  AND (orders.is_shipped OR NOT withdrawals.for_late_delivery)
  AND NOT EXISTS (SELECT FROM returns WHERE returns.withdrawal_id = withdrawals.id
    AND returns.received_at IS NOT NULL AND returns.closed_at IS NULL))`;

/** How a closed statement ended; null for others. */
export const ENDING = jsonRowOf(
  jsonRow({ at: withdrawalEndings.endedAt, reason: withdrawalEndings.reason }),
  sql`${withdrawalEndings} WHERE ${withdrawalEndings.withdrawalId} = withdrawals.id`,
);

/** The day on which the refund of a statement is due; as a text « 2026-12-09 ». */
export const REFUND_DUE = sql`(${dayOf(sql`withdrawals.created_at`)}
  + CASE WHEN withdrawals.for_late_delivery THEN ${sqlLiteral(LATE_REFUND_DAYS)} ELSE ${sqlLiteral(WITHDRAWAL_REFUND_DAYS)} END)`;
export const REFUND_DUE_ON = sql<string>`to_char(${REFUND_DUE}, 'YYYY-MM-DD')`;

/** An order's statements, oldest first. */
export const WITHDRAWALS_OF_ORDER: SQL<WithdrawalView[]> = jsonRows(
  jsonRow({
    id: withdrawals.id,
    at: withdrawals.createdAt,
    name: withdrawals.name,
    articles: withdrawals.articles,
    isForLateDelivery: withdrawals.isForLateDelivery,
    state: WITHDRAWAL_STATE,
    refundDueOn: REFUND_DUE_ON,
    ending: ENDING,
  }),
  sql`${withdrawals} WHERE ${withdrawals.orderId} = orders.id`,
  sql`${withdrawals.id}`,
);
