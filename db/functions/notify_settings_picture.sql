-- Trigger: makes the nodes read the settings again once a picture of theirs has renditions. A notification instead of an update
-- of the settings' row, which a save may have locked while it waits for the picture's row.
CREATE FUNCTION notify_settings_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM settings WHERE position(NEW.path IN value::text) > 0) THEN
    PERFORM pg_notify('live', '{"topic": "settings"}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER settings_picture AFTER UPDATE OF has_renditions ON pictures
  FOR EACH ROW WHEN (NEW.has_renditions AND NOT OLD.has_renditions) EXECUTE FUNCTION notify_settings_picture();
