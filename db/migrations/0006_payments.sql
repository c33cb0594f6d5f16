-- ── payments ────────────────────────────────────────────────────────────────
-- One row per attempt, written before the provider is called.
CREATE TABLE payments (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  attempt integer NOT NULL CHECK (attempt > 0),
  provider_order_id text UNIQUE,
  capture_id text UNIQUE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL DEFAULT 'EUR',
  state text NOT NULL CHECK (state IN ('creating', 'created', 'capturing', 'captured', 'unknown', 'failed', 'mismatch')),
  detail text,
  -- The payee that the provider named when the payment was opened. Later responses must name the same one.
  payee text,
  -- How many captures the provider refused. It is part of the next capture's request id, because the provider repeats its
  -- first response to a repeated id.
  refusals integer NOT NULL DEFAULT 0,
  -- When the provider was last asked: the reconciler takes the oldest first.
  checked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_id, attempt)
);
-- One capture pays an order; a second one would charge the customer twice.
CREATE UNIQUE INDEX payments_one_capture ON payments (order_id) WHERE state = 'captured';
CREATE INDEX payments_open ON payments (checked_at NULLS FIRST) WHERE state IN ('created', 'capturing', 'unknown');
-- Captured payments are checked daily, for refunds and disputes without a webhook.
CREATE INDEX payments_taken ON payments (checked_at NULLS FIRST) WHERE state = 'captured';

-- ── refunds ─────────────────────────────────────────────────────────────────
CREATE TABLE refunds (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- Null for cash given back by hand (an order paid on delivery).
  payment_id text REFERENCES payments ON DELETE CASCADE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  state text NOT NULL CHECK (state IN ('sending', 'unknown', 'done', 'failed')),
  provider_refund_id text UNIQUE,
  detail text,
  -- Null for a refund made on the provider's own pages.
  requested_by text REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX refunds_of_order ON refunds (order_id);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_requested_by ON refunds (requested_by);
CREATE INDEX refunds_open ON refunds (updated_at) WHERE state IN ('sending', 'unknown');
-- The dashboard sums up the refunds of a period.
CREATE INDEX refunds_done ON refunds (updated_at) INCLUDE (amount_cents) WHERE state = 'done';

-- The refunded items; none when the whole order was refunded.
CREATE TABLE refund_lines (
  refund_id text NOT NULL REFERENCES refunds ON DELETE CASCADE,
  order_id text NOT NULL,
  position smallint NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  PRIMARY KEY (refund_id, position),
  FOREIGN KEY (order_id, position) REFERENCES order_lines ON DELETE CASCADE
);
CREATE INDEX refund_lines_line ON refund_lines (order_id, position);

-- ── mismatches and disputes ─────────────────────────────────────────────────
-- The provider's books differ from the shop's: open until an administrator resolves it.
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

-- ── live updates ────────────────────────────────────────────────────────────
-- Notifies about the order of the changed row.
CREATE FUNCTION notify_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text)
  FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
-- Only for states with a detail from the provider: a captured payment updates its order, whose trigger notifies.
CREATE TRIGGER live_update AFTER UPDATE ON payments FOR EACH ROW
  WHEN (NEW.state IN ('created', 'unknown', 'failed') AND NEW.detail IS NOT NULL
    AND (OLD.state, OLD.detail) IS DISTINCT FROM (NEW.state, NEW.detail))
  EXECUTE FUNCTION notify_order();
CREATE TRIGGER live_change AFTER INSERT OR UPDATE OF resolved_at ON payment_breaks FOR EACH ROW
  EXECUTE FUNCTION notify_order();
