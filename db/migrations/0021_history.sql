-- The history by what was changed, counted to 10,000 and read newest first; for all of it the primary key does.
DROP INDEX audit_events_latest;
CREATE INDEX audit_events_of_type ON audit_events (subject_type, id DESC);
