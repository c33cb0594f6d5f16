import { eq, sql, type SQL } from "drizzle-orm";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { jsonMoment, jsonRow, jsonRowOf, jsonRows } from "#app/platform/json-rows.server.ts";
import { WITHDRAWAL_REFUND_DAYS } from "#app/platform/legal-constants.ts";
import { dayOf, TODAY } from "#app/platform/paris-time.server.ts";
import { orders, returnLines, returns } from "#db/schema/index.ts";
import { isToRefund, type ReturnState, type ReturnView } from "./return-view.ts";
import { MONEY_RECEIVED, REFUND_DUE, WITHDRAWAL_STATE } from "./withdrawal-state.server.ts";

/*
 * SQL about returns (docs/decisions/0072-returns.md), over the tables `returns`, `orders` and, left joined, `withdrawals` by
 * these names. The state of a return is computed, not stored: it follows from the order's refunds.
 */

/** A return's lines with the pieces of the order's lines (`order_pieces`), as `line`. */
const LINES_OF_RETURNS =
  sql.raw(`return_lines JOIN LATERAL order_pieces(return_lines.order_id) AS line
  ON line.position = return_lines.position`);

/**
 * SQL over LINES_OF_RETURNS: the pieces of a return's line that came back and that no refund pays for: neither one of this return, nor
 * another one of the order, which leaves fewer pieces of the line to refund (`line.refundable`). A pending refund counts as made, a failed
 * one does not.
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
  WHEN NOT ${sql.raw(MONEY_RECEIVED)} THEN 'nothing-due'
  WHEN orders.total_cents > (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE refunds.order_id = orders.id AND refunds.state <> 'failed')
    AND NOT (withdrawals.id IS NOT NULL AND ${WITHDRAWAL_STATE} = 'refunded')
    AND EXISTS (SELECT FROM ${LINES_OF_RETURNS} WHERE return_lines.return_id = returns.id AND ${TO_REFUND} > 0)
    THEN CASE WHEN returns.received_at < now() - interval '5 years' THEN 'nothing-due' ELSE 'to-refund' END
  WHEN EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id AND refunds.state IN ('sending', 'unknown')) THEN 'refunding'
  ELSE 'refunded' END`;

const CAME_ON = dayOf(sql`returns.received_at`);
const DUE_DAY = sql`CASE WHEN withdrawals.id IS NULL THEN ${CAME_ON} + ${sqlLiteral(WITHDRAWAL_REFUND_DAYS)}
  WHEN withdrawals.for_late_delivery THEN ${REFUND_DUE}
  ELSE greatest(${REFUND_DUE}, ${CAME_ON}) END`;

/**
 * The last day to refund, « 2026-12-09 »: 14 days after the statement of withdrawal, but not before the goods came, for which
 * the shop may wait (Code de la consommation, L221-24), except after the cancellation of a late order (L216-7); of an administrator's
 * return 14 days after the reception. Null while an administrator's return is expected.
 */
export const RETURN_REFUND_DUE_ON = sql`to_char(${DUE_DAY}, 'YYYY-MM-DD')`;
/** Days until then; negative when the refund is overdue. */
export const DAYS_LEFT = sql`((${DUE_DAY}) - ${TODAY})`;

/** Whether goods of the order have left, so that they can come back. */
export const HAS_LEFT = sql<boolean>`(orders.is_shipped OR EXISTS (SELECT FROM parcels WHERE parcels.order_id = orders.id))`;

const LINES = jsonRows(
  jsonRow({
    position: returnLines.position,
    name: sql<string>`line.name`,
    expected: returnLines.expected,
    came: sql<number>`${returnLines.shelved} + ${returnLines.damaged}`,
    toRefund: sql<number>`${TO_REFUND}`,
  }),
  sql`${LINES_OF_RETURNS} WHERE return_lines.return_id = returns.id`,
  sql`return_lines.position`,
);

/** A return's confirmed refunds; null without one. */
const REFUNDED = jsonRowOf(
  jsonRow({
    cents: sql<number>`sum(refunds.amount_cents)`,
    at: jsonMoment(sql`max(refunds.updated_at)`),
    creditNotes: sql<string[]>`coalesce(json_agg(invoices.number ORDER BY invoices.number)
      FILTER (WHERE invoices.number IS NOT NULL), '[]')`,
  }),
  sql`refunds LEFT JOIN invoices ON invoices.refund_id = refunds.id
    WHERE refunds.return_id = returns.id AND refunds.state = 'done' HAVING count(*) > 0`,
);

/** A return, to be read with `readJson`. */
export const RETURN: SQL<ReturnView> = jsonRow({
  id: returns.id,
  orderId: returns.orderId,
  withdrawalId: returns.withdrawalId,
  isForLateDelivery: sql<boolean>`coalesce(withdrawals.for_late_delivery, false)`,
  at: returns.createdAt,
  receivedAt: returns.receivedAt,
  closedAt: returns.closedAt,
  closeReason: returns.closeReason,
  state: RETURN_STATE,
  dueOn: sql<string | null>`${RETURN_REFUND_DUE_ON}`,
  daysLeft: sql<number | null>`${DAYS_LEFT}`,
  refunded: REFUNDED,
  lines: LINES,
});

/** The tables of RETURN, without the order. */
const RETURNS = sql`returns LEFT JOIN withdrawals ON withdrawals.id = returns.withdrawal_id`;

/** An order's returns, oldest first. */
export const RETURNS_OF_ORDER = jsonRows(
  RETURN,
  sql`${RETURNS} WHERE returns.order_id = orders.id`,
  sql`returns.id`,
);

/**
 * The received returns of an order that are still to be refunded, oldest first. Nobody changes them while the caller holds the order's
 * lock.
 */
export async function returnsToRefund(db: Queryable, orderId: string): Promise<ReturnView[]> {
  const [order] = await db
    .select({ returns: RETURNS_OF_ORDER })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.returns.filter(isToRefund) ?? [];
}

/** A return with the pieces still to refund by line; null if there is none. Nobody changes it while the caller holds the order's lock. */
export async function readReturn(db: Queryable, returnId: string): Promise<ReturnView | null> {
  if (!isId(returnId)) return null;
  const [row] = await db
    .select({ found: RETURN })
    .from(sql`${RETURNS} JOIN orders ON orders.id = returns.order_id`)
    .where(eq(returns.id, returnId));
  return row?.found ?? null;
}
