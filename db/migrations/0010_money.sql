-- Refunds and cancellations, and what doesn't agree between the shop and the payment provider.

-- Whom the provider says it pays, told when the payment was opened; a later answer must say the same.
ALTER TABLE payments ADD COLUMN payee text;
-- When the provider was last asked about it, so that each waits its turn.
ALTER TABLE payments ADD COLUMN checked_at timestamptz;
CREATE INDEX payments_open ON payments (checked_at NULLS FIRST) WHERE state IN ('created', 'capturing', 'unknown');

ALTER TABLE orders
  ADD COLUMN refunded_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN cancelled_at timestamptz,
  ADD COLUMN cancel_reason text CHECK (length(cancel_reason) <= 500),
  ADD CONSTRAINT orders_refunded CHECK (refunded_cents BETWEEN 0 AND total_cents),
  -- What was handed over isn't cancelled, and what is cancelled isn't handed over.
  ADD CONSTRAINT orders_cancelled CHECK (cancelled_at IS NULL OR NOT is_shipped);
DROP INDEX orders_to_deliver;
CREATE INDEX orders_to_deliver ON orders (id DESC) WHERE NOT is_shipped AND cancelled_at IS NULL;

CREATE TABLE refunds (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- Null for money given back by hand (an order paid on delivery).
  payment_id text REFERENCES payments ON DELETE CASCADE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  state text NOT NULL CHECK (state IN ('sending', 'unknown', 'done', 'failed')),
  provider_refund_id text UNIQUE,
  detail text,
  -- The administrator who asked; null for one made in the provider's own pages.
  requested_by text REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX refunds_of_order ON refunds (order_id);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_requested_by ON refunds (requested_by);
CREATE INDEX refunds_open ON refunds (updated_at) WHERE state IN ('sending', 'unknown');

-- Which pieces the money was given back for; none when the whole was.
CREATE TABLE refund_lines (
  refund_id text NOT NULL REFERENCES refunds ON DELETE CASCADE,
  order_id text NOT NULL,
  position smallint NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  PRIMARY KEY (refund_id, position),
  FOREIGN KEY (order_id, position) REFERENCES order_lines ON DELETE CASCADE
);
CREATE INDEX refund_lines_line ON refund_lines (order_id, position);

-- Money that isn't where the shop's books say: kept until an administrator has dealt with it.
CREATE TABLE payment_breaks (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  payment_id text REFERENCES payments ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('amount', 'currency', 'payee', 'second-capture', 'cancelled-order', 'reversed', 'refund')),
  detail text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  resolved_by text REFERENCES users ON DELETE SET NULL
);
CREATE INDEX payment_breaks_order ON payment_breaks (order_id);
CREATE INDEX payment_breaks_payment ON payment_breaks (payment_id);
CREATE INDEX payment_breaks_resolved_by ON payment_breaks (resolved_by);
CREATE INDEX payment_breaks_open ON payment_breaks (created_at DESC) WHERE resolved_at IS NULL;

-- Money given back stays given back, and a cancelled order stays cancelled.
CREATE OR REPLACE FUNCTION forbid_order_going_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.is_paid AND NOT NEW.is_paid) OR (OLD.is_shipped AND NOT NEW.is_shipped)
    OR NEW.refunded_cents < OLD.refunded_cents OR (OLD.cancelled_at IS NOT NULL AND NEW.cancelled_at IS NULL) THEN
    RAISE EXCEPTION 'an order that is paid, shipped, refunded or cancelled never goes back'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_never_goes_back';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER order_never_goes_back ON orders;
CREATE TRIGGER order_never_goes_back BEFORE UPDATE OF is_paid, is_shipped, refunded_cents, cancelled_at ON orders
  FOR EACH ROW EXECUTE FUNCTION forbid_order_going_back();
