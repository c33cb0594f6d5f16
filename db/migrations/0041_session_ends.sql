-- A session's end is told to every node: its live streams end with it.
CREATE TRIGGER live_delete AFTER DELETE ON sessions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('session', 'id', 'user_id');
