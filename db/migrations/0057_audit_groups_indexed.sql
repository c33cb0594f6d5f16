-- outside a transaction
-- The history without the parts of imports, the newest first and by what was changed; the parts of one import.
DROP INDEX CONCURRENTLY IF EXISTS audit_events_apart;

CREATE INDEX CONCURRENTLY audit_events_apart ON audit_events (id DESC) WHERE group_id IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS audit_events_apart_of_type;

CREATE INDEX CONCURRENTLY audit_events_apart_of_type ON audit_events (subject_type, id DESC) WHERE group_id IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS audit_events_of_group;

CREATE INDEX CONCURRENTLY audit_events_of_group ON audit_events (group_id, id DESC) WHERE group_id IS NOT NULL;
