-- Trigger: holds the pieces of a new order. Deferred to the commit, so that the products' rows are locked only briefly. If pieces
-- are missing, an order that is placed now is refused; an imported one is inserted without them.
CREATE FUNCTION hold_new_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_order orders;
  line record;
  free integer;
  shortages jsonb := '[]';
BEGIN
  SELECT * INTO the_order FROM orders WHERE id = NEW.id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF the_order.is_paid OR the_order.cancelled_at IS NOT NULL OR the_order.created_at < now() THEN
    PERFORM sync_stock(the_order);
    RETURN NULL;
  END IF;
  -- The same as sync_stock for an order that is new, with fewer statements.
  FOR line IN SELECT position, product_id, name, quantity FROM order_lines WHERE order_id = NEW.id ORDER BY product_id LOOP
    UPDATE stock SET held = held + line.quantity
      WHERE product_id = line.product_id AND is_counted AND on_hand - held >= line.quantity;
    IF FOUND THEN
      INSERT INTO stock_holds (order_id, position, product_id, held) VALUES (NEW.id, line.position, line.product_id, line.quantity);
    ELSE
      SELECT on_hand - held INTO free FROM stock WHERE product_id = line.product_id AND is_counted;
      IF FOUND THEN
        shortages := shortages || jsonb_build_object('productId', line.product_id, 'name', line.name, 'available', free);
      END IF;
    END IF;
  END LOOP;
  IF shortages <> '[]' THEN
    RAISE EXCEPTION 'not enough stock for order %', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_available', DETAIL = shortages::text;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER stock_hold AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NOT NEW.is_shipped AND NEW.cancelled_at IS NULL AND NEW.hold_ended_at IS NULL)
  EXECUTE FUNCTION hold_new_order();
