-- For seven days after an account has changed its address, no other account may take the former one. AFTER trigger: an insert
-- that waited at the unique index for the address change to commit sees the row of former_addresses here.
CREATE FUNCTION reserve_former_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_addresses
    WHERE email = NEW.email AND user_id <> NEW.id AND changed_at > now() - interval '7 days') THEN
    RAISE unique_violation USING MESSAGE = 'the address is reserved for its former account';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reserve_former_address AFTER INSERT OR UPDATE OF email ON users FOR EACH ROW
  EXECUTE FUNCTION reserve_former_address();
