-- Lots, recalls and undesirable effects (regulations 2023/988 and 1223/2009; docs/decisions/0066-lots-and-recalls.md).

-- ── lots ────────────────────────────────────────────────────────────────────
-- The lots that left with a line of an order, recorded at packing.
CREATE TABLE order_lots (
  order_id text NOT NULL,
  position smallint NOT NULL,
  -- In capitals, with single spaces.
  lot text NOT NULL CHECK (length(lot) BETWEEN 1 AND 40),
  -- The line's product, for the last lots of a product.
  product_id text NOT NULL,
  -- Minimum durability, « 2027-06 » or « 2027-06-15 »; null: the product has a period after opening instead.
  best_before text CHECK (best_before ~ '^\d{4}-\d{2}(-\d{2})?$'),
  quantity integer NOT NULL CHECK (quantity > 0),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, position, lot),
  FOREIGN KEY (order_id, position) REFERENCES order_lines ON DELETE CASCADE
);
CREATE INDEX order_lots_product ON order_lots (product_id, recorded_at DESC);
CREATE INDEX order_lots_lot ON order_lots (lot, product_id);

-- The order and the administrators' lists show the lots.
CREATE FUNCTION notify_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text)
    FROM orders WHERE id IN (SELECT order_id FROM changed);
  RETURN NULL;
END $$;
CREATE TRIGGER live_insert AFTER INSERT ON order_lots REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_lots();
CREATE TRIGGER live_delete AFTER DELETE ON order_lots REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_lots();

-- The administrators' search finds an order by its lots.
CREATE OR REPLACE FUNCTION order_search_text(wanted text) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT fold(concat_ws(' ', '', customer_name, substr(id, 11), regexp_replace(phone_number, '\D', '', 'g'),
    regexp_replace(shipping_address, '\s+', ' ', 'g'), payer_email,
    (SELECT string_agg(name, ' ' ORDER BY position) FROM order_lines WHERE order_id = wanted),
    (SELECT string_agg(number, ' ' ORDER BY number) FROM invoices WHERE order_id = wanted),
    (SELECT string_agg(DISTINCT lot, ' ') FROM order_lots WHERE order_id = wanted)))
  FROM orders WHERE id = wanted
$$;
CREATE FUNCTION note_lot_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search SET text = order_search_text(order_id) WHERE order_id = coalesce(NEW.order_id, OLD.order_id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER search_lot AFTER INSERT OR DELETE ON order_lots DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_lot_search();

-- The address of a deleted account, by order: for safety warnings only, three years after the delivery.
CREATE TABLE safety_contacts (
  order_id text PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  keep_until date NOT NULL
);
CREATE INDEX safety_contacts_keep_until ON safety_contacts (keep_until);

-- ── recalls ─────────────────────────────────────────────────────────────────
CREATE TABLE recalls (
  id text PRIMARY KEY CHECK (length(id) = 26),
  -- Like an order's lines, without a foreign key: the recall outlives the product.
  product_id text NOT NULL,
  product_name text NOT NULL,
  -- Sorted; empty: every order of the product placed from from_day until until_day (Paris).
  lots text[] NOT NULL DEFAULT '{}',
  from_day date,
  until_day date,
  -- The notice: what the product looks like, its danger, what to do, the remedies, whom to ask (regulation 2023/988, art. 36).
  description text NOT NULL CHECK (length(description) <= 2000),
  danger text NOT NULL CHECK (length(danger) <= 2000),
  action text NOT NULL CHECK (length(action) <= 2000),
  remedy text NOT NULL CHECK (length(remedy) <= 2000),
  contact text NOT NULL CHECK (length(contact) <= 2000),
  published_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK ((cardinality(lots) = 0) = (from_day IS NOT NULL) AND (from_day IS NULL) = (until_day IS NULL) AND from_day <= until_day)
);
CREATE INDEX recalls_open ON recalls (product_id) WHERE closed_at IS NULL;

-- The orders that a recall concerns, each once.
CREATE TABLE recall_orders (
  recall_id text NOT NULL REFERENCES recalls,
  order_id text NOT NULL REFERENCES orders,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- The mail to the buyer (mails.key), one for all orders of an address; null: no address was left.
  mail_key text,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (recall_id, order_id)
);
CREATE INDEX recall_orders_order ON recall_orders (order_id);

CREATE TRIGGER live_insert AFTER INSERT ON recalls REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('recall', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON recalls REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('recall', 'id', '');
CREATE TRIGGER live_insert AFTER INSERT ON recall_orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_lots();

-- ── undesirable effects ─────────────────────────────────────────────────────
-- Reports of undesirable effects (regulation 1223/2009, art. 23). Health data: only with the reporter's explicit consent, given
-- when the report was sent.
CREATE TABLE effect_reports (
  id text PRIMARY KEY CHECK (length(id) = 26),
  -- Blank when the product is not one of the shop's list; no foreign key: the report outlives the product.
  product_id text NOT NULL,
  product_name text NOT NULL CHECK (length(product_name) BETWEEN 1 AND 200),
  lot text NOT NULL CHECK (length(lot) <= 40),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 4000),
  occurred_on date,
  seriousness text NOT NULL CHECK (seriousness IN ('none', 'incapacity', 'disability', 'hospitalisation', 'congenital', 'vital')),
  -- All three may be blank. Erased with the account, or a year after the report is closed.
  name text NOT NULL CHECK (length(name) <= 200),
  email text NOT NULL CHECK (length(email) <= 254),
  phone text NOT NULL CHECK (length(phone) <= 40),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The day on which it was declared to the authority (Anses).
  declared_on date,
  closed_at timestamptz
);
CREATE INDEX effect_reports_open ON effect_reports (id) WHERE closed_at IS NULL;
CREATE INDEX effect_reports_email ON effect_reports (lower(email)) WHERE email <> '';

CREATE TRIGGER live_insert AFTER INSERT ON effect_reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('effect', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON effect_reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('effect', 'id', '');
CREATE TRIGGER live_delete AFTER DELETE ON effect_reports REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('effect', 'id', '');
