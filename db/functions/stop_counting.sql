-- Stops counting a product, so that orders no longer hold or lack pieces of it. Called by the form of a product's stock, and before
-- its product is deleted.
CREATE FUNCTION stop_counting(the_product text, the_note text, the_actor text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before stock;
BEGIN
  SELECT * INTO before FROM stock WHERE product_id = the_product AND is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = the_product AND held > 0;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = the_product AND missing > 0;
  UPDATE stock SET is_counted = false, on_hand = 0, held = 0, is_alerted = false WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, 'stop', -before.on_hand, 0, the_note, NULL, NULL, the_actor);
END $$;
-- Only version 0.5 calls it, whose transactions name the actor in a setting.
CREATE FUNCTION stop_counting(the_product text, the_note text) RETURNS void LANGUAGE sql AS $$
  SELECT stop_counting(the_product, the_note, nullif(current_setting('eclat.actor', true), ''))
$$;
