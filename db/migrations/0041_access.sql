-- The history also shows what administrators read or took out of the shop, and their sign-ins.
ALTER TABLE audit_events DROP CONSTRAINT audit_events_subject_type_check;
ALTER TABLE audit_events ADD CONSTRAINT audit_events_subject_type_check
  CHECK (subject_type IN ('product', 'order', 'role', 'settings', 'access')) NOT VALID;
