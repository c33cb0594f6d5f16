-- ── settings ────────────────────────────────────────────────────────────────
-- What administrators set of the shop: one row a group, none while it is as delivered. `value` is checked by the group's
-- schema (app/settings/groups.ts) whenever it is written or read.
CREATE TABLE settings (
  name text PRIMARY KEY,
  -- Counts the saves: a form that was loaded with another version is a conflict.
  version integer NOT NULL DEFAULT 1,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER live_insert AFTER INSERT ON settings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'name', '');
CREATE TRIGGER live_update AFTER UPDATE ON settings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'name', '');
CREATE TRIGGER live_delete AFTER DELETE ON settings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'name', '');

-- The history also shows who changed the settings.
ALTER TABLE audit_events DROP CONSTRAINT audit_events_subject_type_check;
ALTER TABLE audit_events ADD CONSTRAINT audit_events_subject_type_check
  CHECK (subject_type IN ('product', 'order', 'role', 'settings')) NOT VALID;

-- ── terms of sale ───────────────────────────────────────────────────────────
-- Every text that the terms of sale have had: the newest row that is no draft is in force (consumer code, L221-13; civil code, 1127-1).
CREATE TABLE terms_versions (
  id text PRIMARY KEY,
  -- The day from which it was in force, in Paris.
  effective_on date NOT NULL,
  hash text NOT NULL,
  text text NOT NULL,
  -- What a trial order accepted before the shop was ever open: never in force.
  is_draft boolean NOT NULL DEFAULT false,
  -- clock_timestamp: a transaction that waited for its lock must not come before the one that it waited for.
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE FUNCTION forbid_terms_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of the terms is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_versions';
END $$;
CREATE TRIGGER terms_versions_unaltered BEFORE UPDATE OR DELETE ON terms_versions
  FOR EACH ROW EXECUTE FUNCTION forbid_terms_change();
CREATE TRIGGER live_insert AFTER INSERT ON terms_versions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'id', '');

-- The hash of the accepted terms; null for orders of version 0.1.0, which stored the date alone.
ALTER TABLE orders ADD COLUMN terms_hash text;

-- The shop's logo comes as an upload, too.
ALTER TABLE uploads DROP CONSTRAINT uploads_kind_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_kind_check CHECK (kind IN ('product', 'avatar', 'logo')) NOT VALID;

-- ── opening ─────────────────────────────────────────────────────────────────
-- Whether the public may use the shop: one row, none while it has never been opened. A demo shop is always open.
CREATE TABLE shop_state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  is_open boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
-- Every node loads the state again with the settings.
CREATE TRIGGER live_insert AFTER INSERT ON shop_state REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON shop_state REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'id', '');
-- 0.1.0 had no closed shop: one that has products or orders stays open. It can't be seen whether it was public; a demo's
-- database isn't a shop's.
INSERT INTO shop_state (is_open)
SELECT true
WHERE (EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM orders))
  AND NOT EXISTS (SELECT FROM users WHERE email IN ('admin@eclat.example', 'cliente@eclat.example'));

-- The last time that something was seen to work: a verified webhook event, a mail whose link was opened, a backup.
CREATE TABLE shop_proofs (
  name text PRIMARY KEY CHECK (name IN ('webhook', 'mail', 'backup')),
  proven_at timestamptz NOT NULL DEFAULT now(),
  -- What it was proven of (the webhook's id, the mail server): another one must be proven again.
  detail text NOT NULL DEFAULT ''
);
CREATE TRIGGER live_insert AFTER INSERT ON shop_proofs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('proof', 'name', '');
CREATE TRIGGER live_update AFTER UPDATE ON shop_proofs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('proof', 'name', '');

-- Links that are good once, by their hash: to make the first administrator (each node prints one), and in the trial mail.
CREATE TABLE shop_links (
  token_hash text PRIMARY KEY,
  name text NOT NULL CHECK (name IN ('first-administrator', 'trial-mail')),
  expires_at timestamptz NOT NULL,
  detail text NOT NULL DEFAULT ''
);

-- Pages use a picture's renditions once they exist: the nodes read the settings again. A notification rather than an update
-- of the row, which a save may hold while it waits for the picture's row.
CREATE FUNCTION notify_settings_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM settings WHERE position(NEW.path IN value::text) > 0) THEN
    PERFORM pg_notify('live', '{"topic": "settings"}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER settings_picture AFTER UPDATE OF has_renditions ON pictures
  FOR EACH ROW WHEN (NEW.has_renditions AND NOT OLD.has_renditions) EXECUTE FUNCTION notify_settings_picture();
