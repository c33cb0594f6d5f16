-- ── address book (docs/decisions/0084-addresses.md) ─────────────────────────
CREATE TABLE addresses (
  id text PRIMARY KEY CHECK (length(id) = 26),
  customer_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('delivery', 'billing')),
  is_default boolean NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Everything but postal code, town and country, in lines.
  street text NOT NULL CHECK (length(street) BETWEEN 1 AND 500),
  postal_code text NOT NULL CHECK (length(postal_code) BETWEEN 1 AND 12),
  town text NOT NULL CHECK (length(town) BETWEEN 1 AND 100),
  -- ISO 3166 code.
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  phone text NOT NULL CHECK (length(phone) <= 40),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX addresses_customer ON addresses (customer_id, id);
-- The default of each kind.
CREATE UNIQUE INDEX addresses_default ON addresses (customer_id, kind) WHERE is_default;

-- An order's address in parts, as they were, beside its text; null when they are not known (relay points, older orders).
ALTER TABLE orders ADD COLUMN shipping_street text;
ALTER TABLE orders ADD COLUMN shipping_postal_code text;
ALTER TABLE orders ADD COLUMN shipping_town text;
-- The address of the invoice, when it is another one.
ALTER TABLE orders ADD COLUMN billing_name text;
ALTER TABLE orders ADD COLUMN billing_address text;
