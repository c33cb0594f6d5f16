-- ── passwords ───────────────────────────────────────────────────────────────
-- credentials.updated_at: when the password was last set, by the database's clock. A link that was asked for before is
-- refused. A new row may come from a backup or carry a wrong clock's time: never later than now.
CREATE FUNCTION note_password_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := CASE TG_OP WHEN 'INSERT' THEN least(NEW.updated_at, clock_timestamp()) ELSE clock_timestamp() END;
  RETURN NEW;
END $$;
CREATE TRIGGER note_password_time BEFORE INSERT OR UPDATE OF password ON credentials FOR EACH ROW
  EXECUTE FUNCTION note_password_time();
