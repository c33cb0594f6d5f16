-- ── companies as buyers (docs/decisions/0114-companies.md) ──────────────────
-- Of an order's invoice; null: not a company, or not given. With a company, billing_name and billing_address are given, too.
ALTER TABLE orders ADD COLUMN billing_company text;
ALTER TABLE orders ADD COLUMN billing_siren text;
ALTER TABLE orders ADD COLUMN billing_vat_number text;
-- Of a billing address; empty without one.
ALTER TABLE addresses ADD COLUMN company text NOT NULL DEFAULT '';
ALTER TABLE addresses ADD COLUMN siren text NOT NULL DEFAULT '';
ALTER TABLE addresses ADD COLUMN vat_number text NOT NULL DEFAULT '';
