-- Trigger: notifies pages of changes that visitors see: none above five pieces. Lists show only whether a product is sold out,
-- which is notified as a change of the product.
CREATE FUNCTION notify_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'stock', 'id', NEW.product_id)::text);
  IF (OLD.state = 'sold-out') <> (NEW.state = 'sold-out') THEN
    PERFORM pg_notify('live', json_build_object('topic', 'product', 'id', NEW.product_id)::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live_change AFTER UPDATE ON stock FOR EACH ROW
  WHEN (OLD.is_counted IS DISTINCT FROM NEW.is_counted
    OR least(OLD.on_hand - OLD.held, 6) IS DISTINCT FROM least(NEW.on_hand - NEW.held, 6))
  EXECUTE FUNCTION notify_stock();
