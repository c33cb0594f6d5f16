-- Invoices and credit notes. The table is its own counter: whoever writes a row locks the table, takes the number after
-- the highest, and holds the lock until the commit, so a rollback leaves no gap (docs/decisions/0016).
CREATE TABLE invoices (
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
  -- Of the shop's calendar, Europe/Paris.
  year smallint NOT NULL CHECK (year BETWEEN 2000 AND 9999),
  sequence integer NOT NULL CHECK (sequence > 0),
  -- « F-2026-000001 », a credit note « A-2026-000001 ».
  number text NOT NULL UNIQUE GENERATED ALWAYS AS (
    CASE kind WHEN 'invoice' THEN 'F' ELSE 'A' END || '-' || year::text || '-'
    || lpad(sequence::text, greatest(6, length(sequence::text)), '0')) STORED,
  -- An order with an invoice cannot be deleted: the books keep it for ten years.
  order_id text NOT NULL REFERENCES orders,
  -- The refund that a credit note tells of.
  refund_id text UNIQUE,
  issued_at timestamptz NOT NULL,
  total_cents integer NOT NULL,
  -- All that it says, as it was said that day (app/invoices/invoice-schema.ts).
  snapshot jsonb NOT NULL CHECK (jsonb_typeof(snapshot) = 'object'),
  PRIMARY KEY (kind, year, sequence),
  CHECK (CASE kind WHEN 'invoice' THEN total_cents > 0 AND refund_id IS NULL
                   ELSE total_cents < 0 AND refund_id IS NOT NULL END)
);
CREATE INDEX invoices_of_order ON invoices (order_id);
CREATE UNIQUE INDEX invoices_one_an_order ON invoices (order_id) WHERE kind = 'invoice';

CREATE FUNCTION forbid_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an invoice is never altered: a credit note corrects it'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_unaltered';
END $$;
CREATE TRIGGER invoices_unaltered BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_invoice_change();
