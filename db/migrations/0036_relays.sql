-- ── relay points and labels ─────────────────────────────────────────────────
-- docs/decisions/0086-relay-points.md. The point of an order as it was when it was chosen; null: none, or a typed address.
ALTER TABLE orders ADD COLUMN relay_point jsonb;
ALTER TABLE orders ADD CONSTRAINT orders_relay_point
  CHECK (jsonb_typeof(relay_point) = 'object' AND length(relay_point::text) <= 4000) NOT VALID;

-- One row per request of a label, written before the provider is asked; `id` is its idempotency key.
CREATE TABLE shipping_labels (
  id text PRIMARY KEY CHECK (length(id) = 26),
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- sending → done, failed, or unknown: the provider gave no answer, and is asked again.
  state text NOT NULL CHECK (state IN ('sending', 'unknown', 'done', 'failed')),
  weight_grams integer NOT NULL CHECK (weight_grams BETWEEN 1 AND 30000),
  -- The provider's id of the parcel, and its code of the carrier.
  provider_parcel_id text CHECK (length(provider_parcel_id) <= 40),
  carrier text CHECK (length(carrier) <= 40),
  tracking_number text CHECK (tracking_number ~ '^[A-Z0-9]{6,30}$'),
  -- The label; null: not fetched yet, or deleted.
  pdf bytea CHECK (length(pdf) <= 5000000),
  -- Why it failed, in the provider's words.
  detail text CHECK (length(detail) <= 300),
  requested_by text REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shipping_labels_done CHECK ((state = 'done') = (provider_parcel_id IS NOT NULL))
);
-- One label per order: clicked twice, or by two administrators, it is made once.
CREATE UNIQUE INDEX shipping_labels_one ON shipping_labels (order_id) WHERE state <> 'failed';
CREATE INDEX shipping_labels_order ON shipping_labels (order_id);
CREATE INDEX shipping_labels_requested_by ON shipping_labels (requested_by);

CREATE TRIGGER live_change AFTER INSERT OR UPDATE ON shipping_labels FOR EACH ROW EXECUTE FUNCTION notify_order();
