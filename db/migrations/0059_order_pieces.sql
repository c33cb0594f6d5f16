-- ── the pieces of an order's lines (docs/decisions/0120-order-pieces.md) ────
-- How many pieces of each line are sent, refunded, stated, back, held. It takes no locks. One SELECT, STABLE, and not STRICT: the
-- planner inlines it and removes the joins whose columns a statement doesn't read.
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

-- For the statements of the previous version and for sync_stock.
CREATE OR REPLACE FUNCTION unsent_quantity(wanted_order text, wanted_position smallint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT unsent FROM order_pieces(wanted_order) AS line WHERE line.position = wanted_position
$$;
CREATE OR REPLACE FUNCTION pending_quantity(wanted_order text, wanted_position smallint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT keeping FROM order_pieces(wanted_order) AS line WHERE line.position = wanted_position), 0)
$$;

-- As in 0022_parcels.sql.
CREATE OR REPLACE FUNCTION check_line_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line record;
BEGIN
  SELECT bought, sent, back + awaited AS returned INTO line FROM order_pieces(NEW.order_id) AS counted WHERE counted.position = NEW.position;
  IF line.bought < line.sent THEN
    RAISE EXCEPTION 'line % of order % is sent more often than bought', NEW.position, NEW.order_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'parcel_lines_bought';
  END IF;
  IF line.bought < line.returned THEN
    RAISE EXCEPTION 'line % of order % comes back more often than bought', NEW.position, NEW.order_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'return_lines_bought';
  END IF;
  RETURN NULL;
END $$;

-- As in 0039_cash_holds.sql.
CREATE OR REPLACE FUNCTION sync_stock(the_order orders) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  is_sure boolean := the_order.is_paid
    OR (the_order.payment_method = 'Paiement à la livraison' AND the_order.hold_ended_at IS NULL);
  is_wanted boolean := the_order.cancelled_at IS NULL AND NOT the_order.is_shipped
    AND (is_sure OR the_order.hold_ended_at IS NULL);
  is_refunded boolean := the_order.refunded_cents >= the_order.total_cents;
  line record;
  pieces record;
  wanted integer;
  leaving integer;
  taken integer;
  free integer;
  held_now integer;
  missing_now integer;
  shortages jsonb := '[]';
BEGIN
  FOR line IN
    SELECT lines.position, lines.product_id, lines.name, stock.on_hand, stock.held
    FROM order_lines AS lines JOIN stock ON stock.product_id = lines.product_id
    WHERE lines.order_id = the_order.id AND stock.is_counted
    ORDER BY lines.product_id FOR NO KEY UPDATE OF stock
  LOOP
    SELECT sent, unsent, sendable, held, missing, gone INTO pieces
      FROM order_pieces(the_order.id) AS counted WHERE counted.position = line.position;
    -- Pieces whose refund is under way stay on the shelf.
    leaving := greatest(0, pieces.sent - pieces.gone
      + CASE WHEN the_order.is_shipped AND NOT is_refunded THEN pieces.sendable ELSE 0 END);
    free := line.on_hand - line.held + pieces.held;
    -- More may leave than the shop knew of: the rest was on no shelf.
    taken := least(leaving, free);
    wanted := CASE WHEN is_wanted AND NOT is_refunded THEN pieces.unsent ELSE 0 END;
    held_now := least(wanted, free - taken);
    missing_now := CASE WHEN is_sure THEN wanted - held_now ELSE 0 END;
    IF held_now < wanted THEN
      shortages := shortages || jsonb_build_object('productId', line.product_id, 'name', line.name, 'available', free - taken);
    END IF;
    CONTINUE WHEN leaving = 0 AND held_now = pieces.held AND missing_now = pieces.missing;
    INSERT INTO stock_holds AS hold (order_id, position, product_id, held, missing, gone)
      VALUES (the_order.id, line.position, line.product_id, held_now, missing_now, leaving)
      ON CONFLICT (order_id, position) DO UPDATE SET held = held_now, missing = missing_now, gone = hold.gone + leaving;
    UPDATE stock SET on_hand = on_hand - taken, held = held - pieces.held + held_now WHERE product_id = line.product_id;
    IF taken > 0 THEN
      PERFORM add_stock_move(line.product_id, 'sale', -taken, line.on_hand - taken, '', the_order.id);
    END IF;
    -- Released pieces go to the orders that lack some.
    IF held_now + taken < pieces.held THEN PERFORM fill_missing(line.product_id); END IF;
  END LOOP;
  RETURN shortages;
END $$;

-- As in 0039_cash_holds.sql.
CREATE OR REPLACE FUNCTION start_counting(the_product text, now_on_hand integer, the_note text, the_form text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stock WHERE product_id = the_product AND NOT is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE stock SET is_counted = true, on_hand = now_on_hand, is_alerted = now_on_hand <= alert_level WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, 'start', now_on_hand, now_on_hand, the_note, NULL, the_form);
  INSERT INTO stock_holds (order_id, position, product_id, missing, gone)
    SELECT orders.id, line.position, the_product,
      CASE WHEN orders.refunded_cents < orders.total_cents
        AND (orders.is_paid OR (orders.payment_method = 'Paiement à la livraison' AND orders.hold_ended_at IS NULL)) THEN line.unsent ELSE 0 END,
      line.sent
    FROM order_lines JOIN orders ON orders.id = order_lines.order_id
      JOIN LATERAL order_pieces(orders.id) AS line ON line.position = order_lines.position
    WHERE order_lines.product_id = the_product AND NOT orders.is_shipped AND orders.cancelled_at IS NULL
    ON CONFLICT (order_id, position) DO UPDATE SET missing = EXCLUDED.missing, gone = greatest(stock_holds.gone, EXCLUDED.gone);
  PERFORM fill_missing(the_product);
END $$;
