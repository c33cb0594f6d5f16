-- ── messages to the administrators ──────────────────────────────────────────
CREATE TABLE messages (
  -- The id of a notice about an order starts with the order's id.
  id text PRIMARY KEY,
  title text NOT NULL CHECK (length(title) <= 300),
  message text NOT NULL CHECK (length(message) <= 10000),
  is_read boolean NOT NULL DEFAULT false,
  email text NOT NULL DEFAULT '',
  company text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  phone_number text NOT NULL DEFAULT '',
  -- Derived from the id (set_message_order); null for a message from the contact form.
  order_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  search_text text NOT NULL
    GENERATED ALWAYS AS (fold(name || ' ' || company || ' ' || email || ' ' || title || ' ' || message)) STORED
);
CREATE INDEX messages_latest ON messages (created_at DESC, id);
CREATE INDEX messages_about_orders ON messages (created_at DESC, id) WHERE order_id IS NOT NULL;
CREATE INDEX messages_from_people ON messages (created_at DESC, id) WHERE order_id IS NULL;
CREATE INDEX messages_of_order ON messages (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX messages_unread ON messages (id) WHERE NOT is_read;
CREATE INDEX messages_search ON messages USING gin (search_text gin_trgm_ops);

CREATE FUNCTION set_message_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.order_id := (SELECT id FROM orders WHERE id = left(NEW.id, 26));
  RETURN NEW;
END $$;
CREATE TRIGGER set_order BEFORE INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION set_message_order();

CREATE TRIGGER live_insert AFTER INSERT ON messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('message', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('message', 'id', '');
CREATE TRIGGER live_delete AFTER DELETE ON messages REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('message', 'id', '');

-- ── mails ───────────────────────────────────────────────────────────────────
-- The outbox, written in the transaction of the event. Recipient and contents are deleted once sent; the key stays, so
-- that no event is mailed twice.
CREATE TABLE mails (
  -- The event (« order-paid-01K8… »), also used in the Message-ID: never personal data.
  key text PRIMARY KEY CHECK (key ~ '^[A-Za-z0-9-]{1,120}$'),
  template text NOT NULL,
  recipient text CHECK (recipient ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'),
  props jsonb CHECK (jsonb_typeof(props) = 'object'),
  -- References to the attachments, generated when the mail is sent: [{"invoice": "F-2026-000001"}]
  attachments jsonb CHECK (jsonb_typeof(attachments) = 'array'),
  queued_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  tries smallint NOT NULL DEFAULT 0,
  -- The error of the last try; deleted once sent.
  failure text,
  CHECK ((sent_at IS NULL) = (recipient IS NOT NULL)),
  CHECK ((sent_at IS NULL) = (props IS NOT NULL)),
  CHECK (sent_at IS NULL OR (attachments IS NULL AND failure IS NULL))
);
CREATE INDEX mails_waiting ON mails (queued_at) WHERE sent_at IS NULL;
CREATE INDEX mails_newest ON mails (queued_at DESC, key DESC);

CREATE TRIGGER live_insert AFTER INSERT ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('mail', 'key', '');
CREATE TRIGGER live_update AFTER UPDATE ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('mail', 'key', '');
