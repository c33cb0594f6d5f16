-- ── withdrawals ─────────────────────────────────────────────────────────────
-- Statements of withdrawal (consumer code, L221-21), as they were made. Evidence: only the link to an order is filled in
-- later, once.
CREATE TABLE withdrawals (
  id text PRIMARY KEY CHECK (length(id) = 26),
  -- Null while no order with this number and address is found.
  order_id text REFERENCES orders,
  -- The delivery number as stated, without spaces, in capitals, padded with zeros (app/documents/order-id.server.ts).
  order_number text NOT NULL CHECK (order_number ~ '^[0-9A-Z]{16}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Where the receipt goes.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  -- The articles as text; empty: the whole order.
  articles text NOT NULL DEFAULT '' CHECK (length(articles) <= 30000),
  -- The chosen lines of the order, [{"position": 0, "quantity": 1}]; null: the whole order, or only the text.
  lines jsonb CHECK (jsonb_typeof(lines) = 'array'),
  -- How many statements of the order the form showed: the same article may be stated again, for other pieces.
  repeat smallint NOT NULL DEFAULT 0 CHECK (repeat >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
-- The same statement made twice is one row.
CREATE UNIQUE INDEX withdrawals_once ON withdrawals (order_number, lower(email), md5(articles), repeat);
CREATE INDEX withdrawals_order ON withdrawals (order_id);
CREATE INDEX withdrawals_unmatched ON withdrawals (order_number) WHERE order_id IS NULL;

CREATE FUNCTION keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Retention: claims end after five years (civil code, 2224).
    IF OLD.created_at < now() - interval '5 years' THEN RETURN OLD; END IF;
  ELSIF OLD.order_id IS NULL AND NEW.order_id IS NOT NULL AND to_jsonb(NEW) - 'order_id' = to_jsonb(OLD) - 'order_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a withdrawal is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_kept';
END $$;
CREATE TRIGGER withdrawals_kept BEFORE UPDATE OR DELETE ON withdrawals
  FOR EACH ROW EXECUTE FUNCTION keep_withdrawal();

-- Administrators follow the list; the order's customer follows the order.
CREATE FUNCTION notify_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'withdrawal', 'id', NEW.id)::text);
  IF NEW.order_id IS NOT NULL THEN
    PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', NEW.order_id,
      'owner', (SELECT customer_id FROM orders WHERE id = NEW.order_id))::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION notify_withdrawal();
