-- Trigger: refuses to reset that an order was paid, delivered, cancelled or refunded.
CREATE FUNCTION forbid_order_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.is_paid AND NOT NEW.is_paid) OR (OLD.is_shipped AND NOT NEW.is_shipped)
    OR NEW.refunded_cents < OLD.refunded_cents OR (OLD.cancelled_at IS NOT NULL AND NEW.cancelled_at IS NULL) THEN
    RAISE EXCEPTION 'the state of a paid, shipped, refunded or cancelled order is never reset'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_not_reset';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_not_reset BEFORE UPDATE OF is_paid, is_shipped, refunded_cents, cancelled_at ON orders
  FOR EACH ROW EXECUTE FUNCTION forbid_order_reset();
