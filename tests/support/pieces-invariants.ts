/*
 * Until 0.5.2, fourteen SQL statements counted pieces by themselves; `order_pieces` replaced them. Each query here compares such a former
 * statement, unchanged, with the columns that replaced it, and returns the orders for which they differ (as in money-invariants.ts).
 */

/** Over a row `line` of order_lines. */
const refunded = (
  condition: string,
) => `coalesce((SELECT sum(refund_lines.quantity) FROM refund_lines JOIN refunds ON refunds.id = refund_id
  WHERE refund_lines.order_id = line.order_id AND refund_lines.position = line.position AND ${condition}), 0)`;
const SENT = `coalesce((SELECT sum(quantity) FROM parcel_lines AS sent WHERE sent.order_id = line.order_id AND sent.position = line.position), 0)`;
const UNSENT = `greatest(0, line.quantity - ${SENT} - ${refunded("state = 'done' AND return_id IS NULL")})`;
const PENDING = refunded("state IN ('sending', 'unknown') AND return_id IS NULL");
const EARLY = refunded(`state <> 'failed' AND return_id IS NULL AND (
  (SELECT shipped_at FROM orders WHERE id = line.order_id) IS NULL OR created_at < (SELECT shipped_at FROM orders WHERE id = line.order_id))`);
const RETURNING = `coalesce((SELECT sum(CASE WHEN received_at IS NOT NULL OR closed_at IS NOT NULL THEN shelved + damaged ELSE expected END)
  FROM return_lines JOIN returns ON returns.id = return_lines.return_id
  WHERE return_lines.order_id = line.order_id AND return_lines.position = line.position), 0)`;
const IS_KEPT_WHOLE = `orders.total_cents <= (SELECT coalesce(sum(amount_cents), 0) FROM refunds
  WHERE refunds.order_id = orders.id AND state <> 'failed' AND created_at < orders.shipped_at)`;

/** Statement of 0.5.2 by place, and the expression over `pieces` and `orders` that replaced it. */
const REPLACED: Record<string, [former: string, present: string]> = {
  "unsent_quantity, sync_stock, start_counting": [UNSENT, "pieces.unsent"],
  "pending_quantity, sync_stock": [PENDING, "pieces.keeping"],
  "order-rows: kept before the delivery": [EARLY, "pieces.kept_early"],
  "parcels-of-order, check_line_limits: sent": [SENT, "pieces.sent"],
  "parcels-of-order: missing": [
    `coalesce((SELECT missing FROM stock_holds AS hold WHERE hold.order_id = line.order_id AND hold.position = line.position), 0)`,
    "pieces.missing",
  ],
  "check_line_limits: returning": [RETURNING, "pieces.back + pieces.awaited"],
  "hand-over: unsent": [`greatest(0, ${UNSENT} - ${PENDING})`, "pieces.sendable"],
  "returnable: most": [
    `greatest(0, greatest(CASE WHEN orders.is_shipped THEN line.quantity - CASE WHEN ${IS_KEPT_WHOLE} THEN line.quantity
      ELSE ${refunded("state <> 'failed' AND return_id IS NULL AND created_at < (SELECT shipped_at FROM orders WHERE id = line.order_id)")} END
      ELSE 0 END, ${SENT}) - ${RETURNING})`,
    `greatest(0, greatest(CASE WHEN NOT orders.is_shipped OR ${IS_KEPT_WHOLE} THEN 0
      WHEN orders.shipped_at IS NULL THEN pieces.bought ELSE pieces.bought - pieces.kept_early END, pieces.sent) - pieces.back - pieces.awaited)`,
  ],
  "refundable: left": [`line.quantity - ${refunded("state <> 'failed'")}`, "pieces.refundable"],
  "own-orders: refunded": [refunded("state <> 'failed'"), "pieces.refunded"],
  "own-orders: unstated": [
    `line.quantity - greatest(${refunded("state <> 'failed'")}, withdrawn_quantity(line.order_id, line.position, NULL))`,
    "pieces.bought - greatest(pieces.refunded, pieces.stated)",
  ],
  "dashboard: kept": [
    `line.quantity - ${refunded("state = 'done'")}`,
    "pieces.bought - pieces.settled",
  ],
};

const REFUNDED_OF_RETURN = `(SELECT coalesce(sum(quantity), 0) FROM refund_lines JOIN refunds ON refunds.id = refund_id
  WHERE refunds.return_id = came.return_id AND refund_lines.order_id = came.order_id AND refund_lines.position = came.position AND state <> 'failed')`;

export const PIECES_INVARIANTS: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(REPLACED).map(([place, [former, present]]) => [
      `I19 ${place}`,
      `SELECT orders.id FROM orders JOIN order_lines AS line ON line.order_id = orders.id
        JOIN LATERAL order_pieces(orders.id) AS pieces ON pieces.position = line.position
        WHERE ${former} IS DISTINCT FROM ${present}`,
    ]),
  ),
  "I19 each line is counted once": `
    SELECT orders.id FROM orders WHERE ARRAY(SELECT position FROM order_lines WHERE order_id = orders.id ORDER BY 1)
      IS DISTINCT FROM ARRAY(SELECT position FROM order_pieces(orders.id) ORDER BY 1)`,
  "I19 return-state: to refund": `
    SELECT came.order_id FROM return_lines AS came JOIN order_lines AS line ON line.order_id = came.order_id AND line.position = came.position
      JOIN LATERAL order_pieces(came.order_id) AS pieces ON pieces.position = came.position
    WHERE least(shelved + damaged - ${REFUNDED_OF_RETURN}, line.quantity - ${refunded("state <> 'failed'")})
      IS DISTINCT FROM least(pieces.refundable, shelved + damaged - ${REFUNDED_OF_RETURN})`,
  "I19 withdrawal-state: settled": `
    SELECT orders.id FROM withdrawals JOIN orders ON orders.id = withdrawals.order_id WHERE lines IS NOT NULL AND (
      EXISTS (SELECT FROM jsonb_to_recordset(lines) AS chosen (position smallint)
        CROSS JOIN LATERAL (SELECT orders.id AS order_id, chosen.position) AS line
        WHERE withdrawn_quantity(orders.id, chosen.position, withdrawals.id) > ${refunded("state = 'done'")})
      IS DISTINCT FROM EXISTS (SELECT FROM jsonb_to_recordset(lines) AS chosen (position smallint)
        JOIN order_pieces(orders.id) AS pieces ON pieces.position = chosen.position
        WHERE pieces.settled < withdrawn_quantity(orders.id, pieces.position, withdrawals.id)))`,
};
