-- ── delivery methods ────────────────────────────────────────────────────────
-- The methods are a setting (docs/decisions/0085-delivery-methods.md). An order keeps the name of its own; null: that of its kind.
ALTER TABLE orders ADD COLUMN delivery_name text;
ALTER TABLE orders ADD CONSTRAINT orders_delivery_name_check CHECK (length(delivery_name) BETWEEN 1 AND 80) NOT VALID;

-- What one piece weighs in a parcel, packaging included. Null: not given, counts as 0 g.
ALTER TABLE products ADD COLUMN weight_grams integer;
ALTER TABLE products ADD CONSTRAINT products_weight_grams_check CHECK (weight_grams BETWEEN 1 AND 100000) NOT VALID;
