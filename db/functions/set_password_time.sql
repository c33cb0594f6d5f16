-- Trigger: sets the time of a password by the database's clock, because the nodes' clocks differ. An inserted row may have its
-- own time (a backup), but never a future one.
CREATE FUNCTION set_password_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := CASE TG_OP WHEN 'INSERT' THEN least(NEW.updated_at, clock_timestamp()) ELSE clock_timestamp() END;
  RETURN NEW;
END $$;
CREATE TRIGGER set_password_time BEFORE INSERT OR UPDATE OF password ON credentials FOR EACH ROW
  EXECUTE FUNCTION set_password_time();
