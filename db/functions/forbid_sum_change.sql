-- Trigger: refuses to change an order's delivery fee and reduction, on which its invoices and refunds are based.
CREATE FUNCTION forbid_sum_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'fee and reduction of an order are never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_sums_kept';
END $$;
CREATE TRIGGER order_sums_kept BEFORE UPDATE OF delivery_cents, delivery_reduction_cents, standard_delivery_cents ON orders
  FOR EACH ROW WHEN ((OLD.delivery_cents, OLD.delivery_reduction_cents, OLD.standard_delivery_cents)
    IS DISTINCT FROM (NEW.delivery_cents, NEW.delivery_reduction_cents, NEW.standard_delivery_cents))
  EXECUTE FUNCTION forbid_sum_change();
