import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import type { ReturnState, ReturnView } from "./return-view.ts";
import { REFUND_DAYS } from "./withdrawal-period.ts";
import { RECEIVED, WITHDRAWAL_STATE } from "./withdrawal-state.server.ts";

/*
 * SQL about returns (docs/decisions/0072-returns.md), over the tables `returns`, `orders` and, left joined, `withdrawals` by
 * these names. Nothing of it is stored: what is left to refund follows from the order's refunds.
 */

/** A return's lines with the pieces of the order's lines (`order_pieces`), as `line`. */
const LINES_OF_RETURNS =
  sql.raw(`return_lines JOIN LATERAL order_pieces(return_lines.order_id) AS line
  ON line.position = return_lines.position`);

/**
 * Pieces of a return's line that came back and that no refund pays for: neither the return's own ones, nor all of the order. A
 * refund under way counts, a failed one doesn't. Over LINES_OF_RETURNS.
 */
const TO_REFUND =
  sql.raw(`greatest(0, least(line.refundable, return_lines.shelved + return_lines.damaged - (
  SELECT coalesce(sum(refund_lines.quantity), 0) FROM refund_lines JOIN refunds ON refunds.id = refund_lines.refund_id
  WHERE refunds.return_id = return_lines.return_id AND refund_lines.position = return_lines.position
    AND refunds.state <> 'failed')))::integer`);

/**
 * - « closed »: an administrator closed it
 * - « expected »: the goods have not come
 * - « nothing-due »: they came, and nothing was ever paid, or nothing can be claimed after five years (Code civil, 2224)
 * - « to-refund »: pieces came that no refund pays for
 * - « refunding »: a refund is not confirmed yet
 * - « refunded »: everything else; also when the whole order or the statement of withdrawal is refunded
 */
export const RETURN_STATE = sql<ReturnState>`CASE
  WHEN returns.closed_at IS NOT NULL THEN 'closed'
  WHEN returns.received_at IS NULL THEN 'expected'
  WHEN NOT ${sql.raw(RECEIVED)} THEN 'nothing-due'
  WHEN orders.total_cents > (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE refunds.order_id = orders.id AND refunds.state <> 'failed')
    AND NOT (withdrawals.id IS NOT NULL AND ${WITHDRAWAL_STATE} = 'refunded')
    AND EXISTS (SELECT FROM ${LINES_OF_RETURNS} WHERE return_lines.return_id = returns.id AND ${TO_REFUND} > 0)
    THEN CASE WHEN returns.received_at < now() - interval '5 years' THEN 'nothing-due' ELSE 'to-refund' END
  WHEN EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id AND refunds.state IN ('sending', 'unknown')) THEN 'refunding'
  ELSE 'refunded' END`;

const dayOf = (column: string) => `(${column} AT TIME ZONE 'Europe/Paris')::date`;
const DUE_DAY = `CASE WHEN withdrawals.id IS NULL THEN ${dayOf("returns.received_at")} + ${REFUND_DAYS}
  WHEN withdrawals.for_late_delivery THEN ${dayOf("withdrawals.created_at")} + ${REFUND_DAYS}
  ELSE greatest(${dayOf("withdrawals.created_at")} + ${REFUND_DAYS}, ${dayOf("returns.received_at")}) END`;

/**
 * The last day to refund, « 2026-12-09 »: 14 days after the statement of withdrawal, but not before the goods came, for which
 * the shop may wait (Code de la consommation, L221-24), except after the cancellation of a late order (L216-7); of an administrator's
 * return 14 days after the reception. Null while an administrator's return is expected.
 */
export const DUE_ON = sql.raw(`to_char(${DUE_DAY}, 'YYYY-MM-DD')`);
/** Days until then; negative when the refund is overdue. */
export const DAYS_LEFT = sql.raw(`((${DUE_DAY}) - ${dayOf("now()")})`);

/** Whether goods of the order have left, so that they can come back. */
export const HAS_LEFT = sql<boolean>`(orders.is_shipped OR EXISTS (SELECT FROM parcels WHERE parcels.order_id = orders.id))`;

const milliseconds = (column: string) =>
  sql.raw(`floor(extract(epoch FROM ${column}) * 1000)::float8`);

/** A return's lines as JSON. */
const LINES = sql`(
  SELECT json_agg(json_build_object('position', return_lines.position, 'name', line.name, 'expected', return_lines.expected,
      'came', return_lines.shelved + return_lines.damaged, 'toRefund', ${TO_REFUND}) ORDER BY return_lines.position)
  FROM ${LINES_OF_RETURNS} WHERE return_lines.return_id = returns.id)`;

/** A return's confirmed refunds as JSON. */
const REFUNDED = sql`(
  SELECT json_build_object('cents', sum(refunds.amount_cents), 'at', max(${milliseconds("refunds.updated_at")}),
    'creditNotes', coalesce(json_agg(invoices.number ORDER BY invoices.number) FILTER (WHERE invoices.number IS NOT NULL), '[]'))
  FROM refunds LEFT JOIN invoices ON invoices.refund_id = refunds.id
  WHERE refunds.return_id = returns.id AND refunds.state = 'done' HAVING count(*) > 0)`;

/** A return as JSON, for `returnView`. */
export const RETURN = sql<StoredReturn>`json_build_object('id', returns.id, 'orderId', returns.order_id,
  'withdrawalId', returns.withdrawal_id, 'isForLateDelivery', coalesce(withdrawals.for_late_delivery, false), 'at', ${milliseconds("returns.created_at")}, 'receivedAt', ${milliseconds("returns.received_at")},
  'closedAt', ${milliseconds("returns.closed_at")}, 'closeReason', returns.close_reason, 'state', ${RETURN_STATE},
  'dueOn', ${DUE_ON}, 'daysLeft', ${DAYS_LEFT}, 'refunded', ${REFUNDED}, 'lines', ${LINES})`;

/** An order's returns as JSON, oldest first. */
export const RETURNS_OF_ORDER = sql<StoredReturn[]>`(
  SELECT coalesce(json_agg(${RETURN} ORDER BY returns.id), '[]')
  FROM returns LEFT JOIN withdrawals ON withdrawals.id = returns.withdrawal_id WHERE returns.order_id = orders.id)`;

/** A return as read: times in milliseconds since 1970. */
export type StoredReturn = Omit<ReturnView, "at" | "receivedAt" | "closedAt" | "refunded"> & {
  at: number;
  receivedAt: number | null;
  closedAt: number | null;
  refunded: { cents: number; at: number; creditNotes: string[] } | null;
};

export function returnView(stored: StoredReturn): ReturnView {
  const { at, receivedAt, closedAt, refunded, ...rest } = stored;
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
  return {
    ...rest,
    at: new Date(at),
    receivedAt: dateOf(receivedAt),
    closedAt: dateOf(closedAt),
    refunded: refunded && { ...refunded, at: new Date(refunded.at) },
  };
}

/** The returns of an order that came and are to be refunded, oldest first. Under the order's lock it stays true until the commit. */
export async function returnsToRefund(db: Queryable, orderId: string): Promise<ReturnView[]> {
  const { rows } = await db.execute<{ found: StoredReturn[] }>(
    sql`SELECT ${RETURNS_OF_ORDER} AS found FROM orders WHERE orders.id = ${orderId}`,
  );
  return rows.flatMap(({ found }) => found.map(returnView)).filter(isToRefund);
}
const isToRefund = ({ state }: ReturnView) => state === "to-refund";

/** A return with what is left to refund by line; null if there is none. Under the order's lock it stays true until the commit. */
export async function readReturn(db: Queryable, returnId: string): Promise<ReturnView | null> {
  if (!isId(returnId)) return null;
  const { rows } = await db.execute<{ found: StoredReturn }>(sql`
    SELECT ${RETURN} AS found FROM returns JOIN orders ON orders.id = returns.order_id
      LEFT JOIN withdrawals ON withdrawals.id = returns.withdrawal_id
    WHERE returns.id = ${returnId}`);
  return rows[0] ? returnView(rows[0].found) : null;
}
