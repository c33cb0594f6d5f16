-- For each line of an order, how many pieces are sent, refunded, stated, back, held (docs/decisions/0120-order-pieces.md). Takes
-- no locks. A single SELECT, STABLE, and not STRICT, so that the planner inlines it and removes joins for columns that a
-- statement doesn't read. Called by check_line_limits, start_counting, sync_stock and unsent_quantity, by `readPieces`, and by
-- statements that join it.
CREATE FUNCTION order_pieces(wanted_order text) RETURNS TABLE (
  "position" smallint,
  product_id text,
  name text,
  unit_price_cents integer,
  reduction_cents integer,
  bought integer,
  -- In the order's parcels.
  sent integer,
  -- In refunds that have not failed; `settled`: in refunds that are done.
  refunded integer,
  settled integer,
  -- In refunds without a return, which pay for pieces on the shelf: `kept` of those done, `keeping` of those under way,
  -- `kept_early` of those that have not failed and were made before the delivery.
  kept integer,
  keeping integer,
  kept_early integer,
  -- In returns: `back` of those received or closed, `awaited` of the others.
  back integer,
  awaited integer,
  -- In statements of withdrawal that are not closed, or refunded before them (`withdrawn_quantity`).
  stated integer,
  -- In the stock: on the shelf for this line, on no shelf, taken from it. 0 for products that are not counted.
  held integer,
  missing integer,
  gone integer,
  -- Neither sent nor paid back; `sendable`: nor in a refund under way.
  unsent integer,
  sendable integer,
  refundable integer
) LANGUAGE sql STABLE AS $$
  SELECT line.position, line.product_id, line.name, line.unit_price_cents, line.reduction_cents, line.quantity,
    coalesce(parcel.sent, 0), coalesce(refund.refunded, 0), coalesce(refund.settled, 0),
    coalesce(refund.kept, 0), coalesce(refund.keeping, 0), coalesce(refund.kept_early, 0),
    coalesce(came.back, 0), coalesce(came.awaited, 0),
    withdrawn_quantity(line.order_id, line.position, NULL),
    coalesce(hold.held, 0), coalesce(hold.missing, 0), coalesce(hold.gone, 0),
    greatest(0, line.quantity - coalesce(parcel.sent, 0) - coalesce(refund.kept, 0)),
    greatest(0, line.quantity - coalesce(parcel.sent, 0) - coalesce(refund.kept, 0) - coalesce(refund.keeping, 0)),
    line.quantity - coalesce(refund.refunded, 0)
  FROM order_lines AS line
    LEFT JOIN stock_holds AS hold ON hold.order_id = line.order_id AND hold.position = line.position
    LEFT JOIN LATERAL (
      SELECT sum(quantity)::integer AS sent FROM parcel_lines
      WHERE parcel_lines.order_id = line.order_id AND parcel_lines.position = line.position) AS parcel ON true
    LEFT JOIN LATERAL (
      SELECT sum(refund_lines.quantity) FILTER (WHERE state <> 'failed')::integer AS refunded,
        sum(refund_lines.quantity) FILTER (WHERE state = 'done')::integer AS settled,
        sum(refund_lines.quantity) FILTER (WHERE return_id IS NULL AND state = 'done')::integer AS kept,
        sum(refund_lines.quantity) FILTER (WHERE return_id IS NULL AND state IN ('sending', 'unknown'))::integer AS keeping,
        sum(refund_lines.quantity) FILTER (WHERE return_id IS NULL AND state <> 'failed' AND refunds.created_at < coalesce(
          (SELECT shipped_at FROM orders WHERE id = wanted_order), 'infinity'))::integer AS kept_early
      FROM refund_lines JOIN refunds ON refunds.id = refund_lines.refund_id
      WHERE refund_lines.order_id = line.order_id AND refund_lines.position = line.position) AS refund ON true
    LEFT JOIN LATERAL (
      SELECT sum(shelved + damaged) FILTER (WHERE received_at IS NOT NULL OR closed_at IS NOT NULL)::integer AS back,
        sum(expected) FILTER (WHERE received_at IS NULL AND closed_at IS NULL)::integer AS awaited
      FROM return_lines JOIN returns ON returns.id = return_lines.return_id
      WHERE return_lines.order_id = line.order_id AND return_lines.position = line.position) AS came ON true
  WHERE line.order_id = wanted_order
$$;
