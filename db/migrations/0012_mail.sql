-- What goes with a mail, by what it is (« {"invoice": "F-2026-000001"} »), how often it was tried and what the last try
-- failed on. Forgotten once it has left, but for the tries.
ALTER TABLE mails
  ADD COLUMN attachments jsonb CHECK (jsonb_typeof(attachments) = 'array'),
  ADD COLUMN tries smallint NOT NULL DEFAULT 0,
  ADD COLUMN failure text,
  ADD CHECK (sent_at IS NULL OR (attachments IS NULL AND failure IS NULL));

-- The administrators' list: the newest first.
CREATE INDEX mails_newest ON mails (queued_at DESC, key DESC);
CREATE TRIGGER live_insert AFTER INSERT ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('mail', 'key', '');
CREATE TRIGGER live_update AFTER UPDATE ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('mail', 'key', '');
