-- Trigger: records the last sign-in of an account, which is deleted three years after it
-- (docs/decisions/0031-unused-accounts.md). Argument: the column that contains the account's id.
CREATE FUNCTION record_account_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_uses (user_id) VALUES (to_jsonb(NEW) ->> TG_ARGV[0])
  ON CONFLICT (user_id) DO UPDATE SET last_used_at = now(), end_announced_at = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER record_use AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION record_account_use('id');
CREATE TRIGGER record_use AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION record_account_use('user_id');
