-- Who changed what: products, orders, roles. Written by the verbs in the transaction of the change, never altered.
CREATE TABLE audit_events (
  id text PRIMARY KEY,
  -- Null when it was done from the machine itself (npm run admin:create, an import).
  actor_id text REFERENCES users ON DELETE SET NULL,
  actor_name text NOT NULL,
  act text NOT NULL,
  subject_type text NOT NULL CHECK (subject_type IN ('product', 'order', 'role')),
  subject_id text NOT NULL,
  subject_name text NOT NULL,
  -- What changed: [{"field": …, "before": …, "after": …}]
  changes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changes) = 'array'),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_events_latest ON audit_events (id DESC);
CREATE INDEX audit_events_subject ON audit_events (subject_type, subject_id, id DESC);
CREATE INDEX audit_events_actor ON audit_events (actor_id);

CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_trail';
END $$;
-- The one change allowed: an account that is deleted takes its id away, its acts stay.
CREATE TRIGGER audit_events_unaltered BEFORE UPDATE OF actor_name, act, subject_type, subject_id, subject_name, changes, created_at
  ON audit_events FOR EACH ROW EXECUTE FUNCTION forbid_change();

CREATE TRIGGER live_insert AFTER INSERT ON audit_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('audit', 'id', '');
