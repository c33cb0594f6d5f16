-- When each account was last signed in to: one that nobody uses is not kept for ever (docs/decisions/0031).
CREATE TABLE account_uses (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- When its owner was told that it will end; until the next sign-in.
  end_announced_at timestamptz
);

-- The argument is the column of the account's id.
CREATE FUNCTION note_account_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_uses (user_id) VALUES (to_jsonb(NEW) ->> TG_ARGV[0])
  ON CONFLICT (user_id) DO UPDATE SET last_used_at = now(), end_announced_at = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER note_use AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION note_account_use('id');
CREATE TRIGGER note_use AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION note_account_use('user_id');
