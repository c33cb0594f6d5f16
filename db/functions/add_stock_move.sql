-- Inserts a row of `stock_moves`, numbered after the product's last one. Called by all functions that change `stock.on_hand`;
-- they have locked the product's stock. The actor is an administrator; null for sales, whose order tells who sent them.
CREATE FUNCTION add_stock_move(the_product text, the_reason text, the_change integer, now_on_hand integer, the_note text, the_order text,
  the_form text, the_actor text)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO stock_moves (product_id, number, reason, change, on_hand, note, order_id, actor_id, form_key)
    SELECT the_product, coalesce(max(number), 0) + 1, the_reason, the_change, now_on_hand, the_note, the_order, the_actor, the_form
    FROM stock_moves WHERE product_id = the_product
$$;
-- Only functions of version 0.5 call it, which may still run while they are replaced.
CREATE FUNCTION add_stock_move(the_product text, the_reason text, the_change integer, now_on_hand integer, the_note text, the_order text,
  the_form text DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
  SELECT add_stock_move(the_product, the_reason, the_change, now_on_hand, the_note, the_order, the_form,
    nullif(current_setting('eclat.actor', true), ''))
$$;
