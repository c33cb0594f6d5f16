-- ── invoices and credit notes ───────────────────────────────────────────────
-- The next number follows the highest one in the table; it is taken under a lock held until the
-- commit, so that a rollback leaves no gap (docs/decisions/0016).
CREATE TABLE invoices (
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
  -- The year of issue in the time zone Europe/Paris.
  year smallint NOT NULL CHECK (year BETWEEN 2000 AND 9999),
  sequence integer NOT NULL CHECK (sequence > 0),
  -- « F-2026-000001 »; a credit note « A-2026-000001 ».
  number text NOT NULL UNIQUE GENERATED ALWAYS AS (
    CASE kind WHEN 'invoice' THEN 'F' ELSE 'A' END || '-' || year::text || '-'
    || lpad(sequence::text, greatest(6, length(sequence::text)), '0')) STORED,
  -- No ON DELETE: an order with an invoice can't be deleted, as accounts are kept for ten years (C. com. L123-22).
  order_id text NOT NULL REFERENCES orders,
  -- The refund that a credit note documents.
  refund_id text UNIQUE,
  issued_at timestamptz NOT NULL,
  total_cents integer NOT NULL,
  -- The whole content as issued (app/invoices/invoice-schema.ts).
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

-- ── order search, for administrators ────────────────────────────────────────
-- Customer, address, products, delivery and invoice numbers, telephone and payer's e-mail. A table of its own, so that a
-- payment or delivery never touches its index.
CREATE TABLE order_search (
  order_id text PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  text text NOT NULL,
  -- One order in 64, by a hash of its id: the small index of these orders estimates whether very many orders match.
  is_sampled boolean NOT NULL GENERATED ALWAYS AS (hashtext(order_id) & 63 = 0) STORED
);
CREATE INDEX order_search_words ON order_search USING gin (text gin_trgm_ops);
CREATE INDEX order_search_sampled ON order_search USING gin (text gin_trgm_ops) WHERE is_sampled;

-- Folded, with a space before each word: with the space, one or two typed letters are enough for a trigram. The telephone's
-- digits are joined.
CREATE FUNCTION order_search_text(wanted text) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT fold(concat_ws(' ', '', customer_name, substr(id, 11), regexp_replace(phone_number, '\D', '', 'g'),
    regexp_replace(shipping_address, '\s+', ' ', 'g'), payer_email,
    (SELECT string_agg(name, ' ' ORDER BY position) FROM order_lines WHERE order_id = wanted),
    (SELECT string_agg(number, ' ' ORDER BY number) FROM invoices WHERE order_id = wanted)))
  FROM orders WHERE id = wanted
$$;

-- Deferred to the commit, when the order's lines and invoice exist. The transaction has locked the order by then, so two
-- transactions never wait for each other here. Argument: the column that holds the order's id.
CREATE FUNCTION note_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search (order_id, text)
    SELECT id, order_search_text(id) FROM orders WHERE id = to_jsonb(NEW) ->> TG_ARGV[0]
  ON CONFLICT (order_id) DO UPDATE SET text = excluded.text;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER search_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_order_search('id');
CREATE CONSTRAINT TRIGGER search_update AFTER UPDATE OF customer_name, phone_number, shipping_address, payer_email ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_order_search('id');
CREATE CONSTRAINT TRIGGER search_invoice AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_order_search('order_id');
