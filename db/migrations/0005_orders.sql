-- ── orders ──────────────────────────────────────────────────────────────────
CREATE TABLE orders (
  id text PRIMARY KEY CHECK (length(id) = 26),
  customer_id text REFERENCES users ON DELETE SET NULL,
  idempotency_key text NOT NULL,
  total_cents integer NOT NULL CHECK (total_cents > 0),
  shipping_method text NOT NULL CHECK (shipping_method IN ('Point de relais', 'Livraison à domicile')),
  payment_method text NOT NULL CHECK (payment_method IN ('Paiement à la livraison', 'Paiement securisé en ligne')),
  shipping_address text NOT NULL CHECK (length(shipping_address) BETWEEN 1 AND 500),
  phone_number text NOT NULL CHECK (length(phone_number) BETWEEN 1 AND 40),
  customer_name text NOT NULL CHECK (length(customer_name) BETWEEN 1 AND 200),
  shipping_from date NOT NULL,
  shipping_until date NOT NULL CHECK (shipping_until >= shipping_from),
  terms_version text NOT NULL,
  payer_email text,
  is_paid boolean NOT NULL DEFAULT false,
  paid_at timestamptz,
  is_shipped boolean NOT NULL DEFAULT false,
  shipped_at timestamptz,
  refunded_cents integer NOT NULL DEFAULT 0,
  cancelled_at timestamptz,
  cancel_reason text CHECK (length(cancel_reason) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (customer_id, idempotency_key),
  CONSTRAINT orders_refunded CHECK (refunded_cents BETWEEN 0 AND total_cents),
  -- A delivered order can't be cancelled, nor a cancelled one delivered.
  CONSTRAINT orders_cancelled CHECK (cancelled_at IS NULL OR NOT is_shipped)
);
CREATE INDEX orders_of_customer ON orders (customer_id, id DESC);
CREATE INDEX orders_by_total ON orders (total_cents, id DESC);
-- The dashboard sums up the orders of a period.
CREATE INDEX orders_placed ON orders (created_at) INCLUDE (total_cents, is_paid, payment_method);
-- The filters of the administrators' list; app/orders/to-send.server.ts repeats these conditions word for word.
CREATE INDEX orders_to_deliver ON orders (id DESC) WHERE NOT is_shipped AND cancelled_at IS NULL;
CREATE INDEX orders_delivered ON orders (id DESC) INCLUDE (is_paid, payment_method) WHERE is_shipped;
CREATE INDEX orders_cancelled ON orders (id DESC) WHERE cancelled_at IS NOT NULL;
CREATE INDEX orders_unpaid ON orders (id DESC)
  WHERE NOT is_paid AND payment_method <> 'Paiement à la livraison' AND cancelled_at IS NULL;
CREATE INDEX orders_on_delivery ON orders (id DESC) WHERE payment_method = 'Paiement à la livraison';
CREATE INDEX orders_to_send ON orders (shipping_until, id)
  WHERE NOT is_shipped AND cancelled_at IS NULL AND (is_paid OR payment_method = 'Paiement à la livraison')
    AND refunded_cents < total_cents;

-- A snapshot of what was bought. No foreign key to products, because a line remains when its product is deleted.
CREATE TABLE order_lines (
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position >= 0),
  product_id text NOT NULL,
  name text NOT NULL,
  image text,
  unit_price_cents integer NOT NULL CHECK (unit_price_cents >= 0),
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  PRIMARY KEY (order_id, position),
  UNIQUE (order_id, product_id)
);
CREATE INDEX order_lines_product ON order_lines (product_id);
-- A picture's file is only removed once no row refers to it.
CREATE INDEX order_lines_image ON order_lines (image) WHERE image IS NOT NULL;

-- ── invariants ──────────────────────────────────────────────────────────────
-- An order's total is the sum of its lines. Deferred to the commit, because order and lines are inserted one after the
-- other; the sum of no line is null, so an order without lines is refused too.
CREATE FUNCTION check_order_total() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_order orders;
  lines_total bigint;
BEGIN
  SELECT * INTO the_order FROM orders
    WHERE id = CASE WHEN TG_TABLE_NAME = 'orders' THEN to_jsonb(NEW)->>'id'
                    ELSE coalesce(to_jsonb(NEW)->>'order_id', to_jsonb(OLD)->>'order_id') END;
  IF the_order.id IS NULL THEN RETURN NULL; END IF;
  SELECT sum(unit_price_cents::bigint * quantity) INTO lines_total FROM order_lines WHERE order_id = the_order.id;
  IF lines_total IS DISTINCT FROM the_order.total_cents THEN
    RAISE EXCEPTION 'order % totals % but its lines %', the_order.id, the_order.total_cents, lines_total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_total';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER order_total AFTER INSERT OR UPDATE OF total_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_total();
CREATE CONSTRAINT TRIGGER order_lines_total AFTER INSERT OR UPDATE OR DELETE ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_total();

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

-- ── live updates ────────────────────────────────────────────────────────────
CREATE TRIGGER live_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('order', 'id', 'customer_id');
CREATE TRIGGER live_update AFTER UPDATE ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('order', 'id', 'customer_id');
CREATE TRIGGER live_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('order', 'id', 'customer_id');
