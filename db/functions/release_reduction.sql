-- Trigger: a cancelled order no longer counts as a use of its reduction.
CREATE FUNCTION release_reduction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reduction_uses SET released_at = now() WHERE order_id = NEW.id AND released_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER release_reduction AFTER UPDATE OF cancelled_at ON orders FOR EACH ROW
  WHEN (OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL AND NEW.reduction_name IS NOT NULL)
  EXECUTE FUNCTION release_reduction();
