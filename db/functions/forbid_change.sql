-- Trigger: refuses to change an entry of the history (`audit_events`).
CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_trail';
END $$;
-- actor_id may change: deleting an account sets it to null.
CREATE TRIGGER audit_events_unaltered BEFORE UPDATE OF actor_name, act, subject_type, subject_id, subject_name, changes, created_at
  ON audit_events FOR EACH ROW EXECUTE FUNCTION forbid_change();
