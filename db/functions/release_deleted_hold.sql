-- Trigger: a deleted line no longer holds pieces. Lines are deleted with their order, after years.
CREATE FUNCTION release_deleted_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock SET held = held - OLD.held WHERE product_id = OLD.product_id AND is_counted;
  RETURN NULL;
END $$;
CREATE TRIGGER release_deleted AFTER DELETE ON stock_holds FOR EACH ROW WHEN (OLD.held > 0)
  EXECUTE FUNCTION release_deleted_hold();
