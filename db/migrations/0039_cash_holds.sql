-- ── what cash orders hold (docs/decisions/0094-cash-holds.md) ───────────────
ALTER TABLE orders
  -- Until when the address of a cash order is to be confirmed: it holds nothing (hold_ended_at) until then. Null: of any other order.
  ADD COLUMN to_confirm_until timestamptz,
  -- Until when a cash order holds its pieces, unless an administrator confirms it or a parcel leaves. Null: without end.
  ADD COLUMN held_until timestamptz;

-- As in 0024_stock.sql, except that a cash order whose hold has ended is not sure to be sent: it holds and lacks nothing.
CREATE OR REPLACE FUNCTION sync_stock(the_order orders) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  is_sure boolean := the_order.is_paid
    OR (the_order.payment_method = 'Paiement à la livraison' AND the_order.hold_ended_at IS NULL);
  is_wanted boolean := the_order.cancelled_at IS NULL AND NOT the_order.is_shipped
    AND (is_sure OR the_order.hold_ended_at IS NULL);
  line record;
  hold stock_holds;
  is_new boolean;
  unsent integer;
  sent integer;
  leaving integer;
  taken integer;
  free integer;
  held_now integer;
  missing_now integer;
  shortages jsonb := '[]';
BEGIN
  FOR line IN
    SELECT lines.position, lines.product_id, lines.name, lines.quantity, stock.on_hand, stock.held
    FROM order_lines AS lines JOIN stock ON stock.product_id = lines.product_id
    WHERE lines.order_id = the_order.id AND stock.is_counted
    ORDER BY lines.product_id FOR NO KEY UPDATE OF stock
  LOOP
    SELECT * INTO hold FROM stock_holds WHERE order_id = the_order.id AND position = line.position;
    is_new := NOT FOUND;
    IF is_new THEN hold.held := 0; hold.missing := 0; hold.gone := 0; END IF;
    unsent := CASE WHEN the_order.refunded_cents < the_order.total_cents THEN unsent_quantity(the_order.id, line.position) ELSE 0 END;
    sent := (SELECT coalesce(sum(quantity), 0) FROM parcel_lines WHERE order_id = the_order.id AND position = line.position);
    -- Pieces whose refund is under way stay on the shelf.
    leaving := greatest(0, CASE WHEN the_order.is_shipped THEN sent + greatest(0, unsent - pending_quantity(the_order.id, line.position))
      ELSE sent END - hold.gone);
    free := line.on_hand - line.held + hold.held;
    -- More may leave than the shop knew of: the rest was on no shelf.
    taken := least(leaving, free);
    IF NOT is_wanted THEN unsent := 0; END IF;
    held_now := least(unsent, free - taken);
    missing_now := CASE WHEN is_sure THEN unsent - held_now ELSE 0 END;
    IF held_now < unsent THEN
      shortages := shortages || jsonb_build_object('productId', line.product_id, 'name', line.name, 'available', free - taken);
    END IF;
    CONTINUE WHEN leaving = 0 AND held_now = hold.held AND missing_now = hold.missing;
    IF is_new THEN
      INSERT INTO stock_holds (order_id, position, product_id, held, missing, gone)
        VALUES (the_order.id, line.position, line.product_id, held_now, missing_now, leaving);
    ELSE
      UPDATE stock_holds SET held = held_now, missing = missing_now, gone = gone + leaving
        WHERE order_id = the_order.id AND position = line.position;
    END IF;
    UPDATE stock SET on_hand = on_hand - taken, held = held - hold.held + held_now WHERE product_id = line.product_id;
    IF taken > 0 THEN
      PERFORM add_stock_move(line.product_id, 'sale', -taken, line.on_hand - taken, '', the_order.id);
    END IF;
    -- Released pieces go to the orders that lack some.
    IF held_now + taken < hold.held THEN PERFORM fill_missing(line.product_id); END IF;
  END LOOP;
  RETURN shortages;
END $$;

-- The same for a product that begins to be counted.
CREATE OR REPLACE FUNCTION start_counting(the_product text, now_on_hand integer, the_note text, the_form text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stock WHERE product_id = the_product AND NOT is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE stock SET is_counted = true, on_hand = now_on_hand, is_alerted = now_on_hand <= alert_level WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, 'start', now_on_hand, now_on_hand, the_note, NULL, the_form);
  INSERT INTO stock_holds (order_id, position, product_id, missing, gone)
    SELECT lines.order_id, lines.position, lines.product_id,
      CASE WHEN orders.refunded_cents < orders.total_cents
        AND (orders.is_paid OR (orders.payment_method = 'Paiement à la livraison' AND orders.hold_ended_at IS NULL)) THEN unsent_quantity(lines.order_id, lines.position) ELSE 0 END,
      coalesce((SELECT sum(quantity) FROM parcel_lines AS sent WHERE sent.order_id = lines.order_id AND sent.position = lines.position), 0)
    FROM order_lines AS lines JOIN orders ON orders.id = lines.order_id
    WHERE lines.product_id = the_product AND NOT orders.is_shipped AND orders.cancelled_at IS NULL
    ON CONFLICT (order_id, position) DO UPDATE SET missing = EXCLUDED.missing, gone = greatest(stock_holds.gone, EXCLUDED.gone);
  PERFORM fill_missing(the_product);
END $$;
