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
