-- Trigger: when a product is deleted, its order lines no longer hold or lack pieces. What was sent stays recorded.
CREATE FUNCTION forget_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = OLD.product_id AND held > 0;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = OLD.product_id AND missing > 0;
  -- An import may make a product with the same id again.
  IF OLD.is_counted THEN PERFORM add_stock_move(OLD.product_id, 'stop', -OLD.on_hand, 0, '', NULL, NULL, NULL); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_holds AFTER DELETE ON stock FOR EACH ROW EXECUTE FUNCTION forget_stock();
