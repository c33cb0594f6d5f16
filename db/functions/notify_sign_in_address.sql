-- Trigger: notifies the account page, which also shows the sign-in address.
CREATE FUNCTION notify_sign_in_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'profile', 'id', NEW.id, 'owner', NEW.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER live_email AFTER UPDATE OF email ON users FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION notify_sign_in_address();
