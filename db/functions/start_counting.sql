-- Starts counting a product with this many pieces on the shelf. Open orders hold their pieces, the oldest first. Called for a
-- product or a file of products; the caller has locked the product FOR UPDATE and its open orders by id.
CREATE FUNCTION start_counting(the_product text, now_on_hand integer, the_note text, the_form text, the_actor text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stock WHERE product_id = the_product AND NOT is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE stock SET is_counted = true, on_hand = now_on_hand, is_alerted = now_on_hand <= alert_level WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, 'start', now_on_hand, now_on_hand, the_note, NULL, the_form, the_actor);
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
-- Only version 0.5 calls it, whose transactions name the actor in a setting.
CREATE FUNCTION start_counting(the_product text, now_on_hand integer, the_note text, the_form text DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
  SELECT start_counting(the_product, now_on_hand, the_note, the_form, nullif(current_setting('eclat.actor', true), ''))
$$;
