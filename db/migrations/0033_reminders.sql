-- ── reminders of unpaid orders ──────────────────────────────────────────────
-- When the job considered an unpaid order, whether it mailed a reminder or found it refused: once per order.
ALTER TABLE orders ADD COLUMN reminded_at timestamptz;

-- Addresses that want no reminders, as SHA-256 of the lower-case address.
CREATE TABLE reminder_refusals (
  address_hash text PRIMARY KEY CHECK (address_hash ~ '^[0-9a-f]{64}$'),
  refused_at timestamptz NOT NULL DEFAULT now()
);
