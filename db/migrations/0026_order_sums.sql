-- ── delivery fees and reductions of orders ──────────────────────────────────
-- docs/decisions/0075-sums-of-an-order.md. An order of an earlier version has neither.
ALTER TABLE orders
  -- The fee of the chosen method, VAT included, before a reduction.
  ADD COLUMN delivery_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN delivery_reduction_cents integer NOT NULL DEFAULT 0,
  -- What the cheapest method of the same place would have cost: a withdrawal refunds no more (Code de la consommation, L221-24).
  ADD COLUMN standard_delivery_cents integer NOT NULL DEFAULT 0,
  -- Shown beside « Reduction »; null without one.
  ADD COLUMN reduction_name text,
  ADD CONSTRAINT orders_delivery CHECK (delivery_cents BETWEEN 0 AND 100000000
    AND delivery_reduction_cents BETWEEN 0 AND delivery_cents
    AND standard_delivery_cents BETWEEN 0 AND delivery_cents) NOT VALID,
  ADD CONSTRAINT orders_reduction_name CHECK (length(reduction_name) BETWEEN 1 AND 80) NOT VALID;

-- The line's share of the order's reduction.
ALTER TABLE order_lines ADD COLUMN reduction_cents integer NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_reduction
  CHECK (reduction_cents BETWEEN 0 AND unit_price_cents::bigint * quantity) NOT VALID;

-- The delivery fee in a refund's amount, and what an administrator gives back besides (« geste commercial »).
ALTER TABLE refunds
  ADD COLUMN delivery_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN gesture_cents integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT refunds_parts CHECK (delivery_cents >= 0 AND gesture_cents >= 0
    AND delivery_cents + gesture_cents <= amount_cents) NOT VALID;

-- The sum of no line is null, so an order without lines is refused too.
CREATE OR REPLACE FUNCTION check_order_total() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- What was agreed never changes, so that invoices and refunds stay right.
CREATE FUNCTION forbid_sum_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'fee and reduction of an order are never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_sums_kept';
END $$;
CREATE TRIGGER order_sums_kept BEFORE UPDATE OF delivery_cents, delivery_reduction_cents, standard_delivery_cents ON orders
  FOR EACH ROW WHEN ((OLD.delivery_cents, OLD.delivery_reduction_cents, OLD.standard_delivery_cents)
    IS DISTINCT FROM (NEW.delivery_cents, NEW.delivery_reduction_cents, NEW.standard_delivery_cents))
  EXECUTE FUNCTION forbid_sum_change();

-- The caller holds the order's lock.
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
