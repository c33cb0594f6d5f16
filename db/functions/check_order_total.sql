-- Trigger: refuses an order whose total is not the sum of its lines and of the delivery fee, minus their reductions. Deferred to
-- the commit, because order and lines are inserted one after the other. Without lines the sum is null, so an empty order is
-- refused, too.
CREATE FUNCTION check_order_total() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_order orders;
  lines_total bigint;
BEGIN
  SELECT * INTO the_order FROM orders
    WHERE id = CASE WHEN TG_TABLE_NAME = 'orders' THEN to_jsonb(NEW)->>'id'
                    ELSE coalesce(to_jsonb(NEW)->>'order_id', to_jsonb(OLD)->>'order_id') END;
  IF the_order.id IS NULL THEN RETURN NULL; END IF;
  SELECT sum(unit_price_cents::bigint * quantity - reduction_cents) INTO lines_total
    FROM order_lines WHERE order_id = the_order.id;
  IF lines_total + the_order.delivery_cents - the_order.delivery_reduction_cents IS DISTINCT FROM the_order.total_cents THEN
    RAISE EXCEPTION 'order % totals % but its lines %', the_order.id, the_order.total_cents, lines_total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_total';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER order_total AFTER INSERT OR UPDATE OF total_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_total();
CREATE CONSTRAINT TRIGGER order_lines_total AFTER INSERT OR UPDATE OR DELETE ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_total();
