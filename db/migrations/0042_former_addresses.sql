-- Addresses that an account has left: for seven days the link sent there takes the account back to it.
CREATE TABLE former_addresses (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX former_addresses_of_user ON former_addresses (user_id, changed_at);
CREATE INDEX former_addresses_email ON former_addresses (email);

-- Meanwhile nobody else gets it: an account made with it would stand in the way. AFTER, so that whoever waited for the
-- change's own transaction sees its row.
CREATE FUNCTION keep_former_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_addresses
    WHERE email = NEW.email AND user_id <> NEW.id AND changed_at > now() - interval '7 days') THEN
    RAISE unique_violation USING MESSAGE = 'the address is kept for the account that has left it';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_former_address AFTER INSERT OR UPDATE OF email ON users FOR EACH ROW
  EXECUTE FUNCTION keep_former_address();
