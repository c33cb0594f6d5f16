-- The import that an act is part of: the history tells it as one.
ALTER TABLE audit_events ADD COLUMN group_id text;
