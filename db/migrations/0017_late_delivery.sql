-- Late delivery (consumer code, L216-6; docs/decisions/0063-late-delivery.md): when the customer gave notice, the further date, and
-- when the customer was told that it has passed. Null: no notice.
ALTER TABLE orders
  ADD COLUMN late_noticed_at timestamptz,
  ADD COLUMN late_until date,
  ADD COLUMN late_mailed_at timestamptz;
ALTER TABLE orders ADD CONSTRAINT orders_late CHECK ((late_noticed_at IS NULL) = (late_until IS NULL)) NOT VALID;
