-- Trigger: inserts the profile of a new account.
CREATE FUNCTION insert_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profiles (user_id, storage_id, name, email)
    VALUES (NEW.id, replace(gen_random_uuid()::text, '-', ''), left(NEW.name, 200), NEW.email);
  RETURN NULL;
END $$;
CREATE TRIGGER users_profile AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION insert_profile();
