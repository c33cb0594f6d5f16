-- ── planned prices ──────────────────────────────────────────────────────────
-- Prices that begin and end by themselves (docs/decisions/0080-planned-prices.md). products.price_cents stays the price in force.
CREATE TABLE price_plans (
  id text PRIMARY KEY CHECK (id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  -- One of both: the price, or what is taken off the price at the beginning.
  price_cents integer CHECK (price_cents > 0 AND price_cents % 100 = 0),
  percent numeric(3, 1) CHECK (percent BETWEEN 1 AND 99),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  created_at timestamptz NOT NULL DEFAULT now(),
  cancelled_at timestamptz,
  CHECK (num_nonnulls(price_cents, percent) = 1)
);
CREATE INDEX price_plans_start ON price_plans (starts_at);

-- A product of a plan. Written under the lock of the product.
CREATE TABLE planned_prices (
  plan_id text NOT NULL REFERENCES price_plans ON DELETE CASCADE,
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  started_at timestamptz,
  -- The prices before and from the beginning.
  before_cents integer,
  sale_cents integer,
  ended_at timestamptz,
  -- Null while planned or running. changed: the price was changed by hand meanwhile; missed: the shop was down from
  -- the beginning to the end; no-reduction: the price was already as low.
  outcome text CHECK (outcome IN ('ended', 'changed', 'cancelled', 'missed', 'no-reduction')),
  PRIMARY KEY (plan_id, product_id),
  CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CHECK (num_nulls(started_at, before_cents, sale_cents) IN (0, 3))
);
CREATE INDEX planned_prices_product ON planned_prices (product_id);
CREATE INDEX planned_prices_open ON planned_prices (plan_id) WHERE outcome IS NULL;
-- At most one running price for each product.
CREATE UNIQUE INDEX planned_prices_running ON planned_prices (product_id) WHERE outcome IS NULL AND started_at IS NOT NULL;
