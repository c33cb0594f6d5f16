-- ── mail ────────────────────────────────────────────────────────────────────
-- Every mail, written in the transaction of what it tells. Whom it goes to and what it says are forgotten once it has
-- left; its key stays, so that the same event is never told twice.
CREATE TABLE mails (
  -- The event's name (« order-paid-01K8… »), of its Message-ID too: never an address or another personal datum.
  key text PRIMARY KEY CHECK (key ~ '^[A-Za-z0-9-]{1,120}$'),
  template text NOT NULL,
  recipient text CHECK (recipient ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'),
  props jsonb CHECK (jsonb_typeof(props) = 'object'),
  queued_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  CHECK ((sent_at IS NULL) = (recipient IS NOT NULL)),
  CHECK ((sent_at IS NULL) = (props IS NOT NULL))
);
CREATE INDEX mails_waiting ON mails (queued_at) WHERE sent_at IS NULL;

-- ── accounts ────────────────────────────────────────────────────────────────
-- Another address to sign in with: it counts once its owner has said so by the link sent there.
CREATE TABLE email_changes (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  is_open boolean NOT NULL DEFAULT true,
  asked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX email_changes_of_user ON email_changes (user_id, asked_at);
CREATE UNIQUE INDEX email_changes_one_open ON email_changes (user_id) WHERE is_open;
-- A new password or address calls off the links that were sent before.
CREATE INDEX verifications_value ON verifications (value);

-- ── accounts, live ──────────────────────────────────────────────────────────
-- Comments show their author's name and photo: the product pages that hold some are told.
CREATE FUNCTION notify_author_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  product_ids text[];
BEGIN
  SELECT array_agg(product_id) INTO product_ids
    FROM (SELECT DISTINCT product_id FROM comments WHERE author_id = NEW.user_id LIMIT 51) AS commented;
  IF cardinality(product_ids) > 50 THEN
    PERFORM pg_notify('live', json_build_object('topic', 'product')::text);
  ELSE
    PERFORM pg_notify('live', json_build_object('topic', 'product', 'id', id)::text) FROM unnest(product_ids) AS id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live_author AFTER UPDATE OF name, photo ON profiles FOR EACH ROW
  WHEN ((OLD.name, OLD.photo) IS DISTINCT FROM (NEW.name, NEW.photo))
  EXECUTE FUNCTION notify_author_change();

-- The address one signs in with is shown beside the profile.
CREATE FUNCTION notify_sign_in_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'profile', 'id', NEW.id, 'owner', NEW.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER live_email AFTER UPDATE OF email ON users FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION notify_sign_in_address();
