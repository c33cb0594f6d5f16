-- Updates the stock for an order: holds what is still to be sent, takes what was sent from the shelf, releases the rest.
-- Idempotent. A cash order whose hold has ended may never be sent, so it holds and lacks nothing. Returns the missing pieces:
-- [{"productId", "name", "available"}]. Called by hold_new_order, hold_for_payment, sync_changed_order and sync_sent_orders, in a
-- transaction that has locked the order; locks the stock rows by product id.
CREATE FUNCTION sync_stock(the_order orders) RETURNS jsonb LANGUAGE plpgsql AS $$
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
      PERFORM add_stock_move(line.product_id, 'sale', -taken, line.on_hand - taken, '', the_order.id, NULL, NULL);
    END IF;
    -- Released pieces go to the orders that lack some.
    IF held_now + taken < pieces.held THEN PERFORM fill_missing(line.product_id); END IF;
  END LOOP;
  RETURN shortages;
END $$;
