-- Trigger: refuses refunds of more delivery fee than the order has paid. The writer of a refund has locked the order.
CREATE FUNCTION check_refunded_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(delivery_cents) FROM refunds WHERE order_id = NEW.order_id AND state <> 'failed')
    > (SELECT delivery_cents - delivery_reduction_cents FROM orders WHERE id = NEW.order_id) THEN
    RAISE EXCEPTION 'the refunds of order % exceed its delivery fee', NEW.order_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_delivery_fee';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER refunds_delivery_fee AFTER INSERT OR UPDATE OF delivery_cents, state ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.delivery_cents > 0) EXECUTE FUNCTION check_refunded_delivery();
