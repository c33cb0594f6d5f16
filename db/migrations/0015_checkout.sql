-- The country of delivery and, for a seller in the EU's one-stop shop, its VAT rate (CGI, article 259 D). Null: the shop's
-- French rate.
ALTER TABLE orders
  ADD COLUMN shipping_country text NOT NULL DEFAULT 'FR',
  ADD COLUMN vat_percent numeric(3, 1);
ALTER TABLE orders ADD CONSTRAINT orders_shipping_country_check CHECK (shipping_country ~ '^[A-Z]{2}$') NOT VALID;
ALTER TABLE orders ADD CONSTRAINT orders_vat_percent_check CHECK (vat_percent BETWEEN 0 AND 50) NOT VALID;
