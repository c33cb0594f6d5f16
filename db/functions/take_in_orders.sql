-- Moves orders without an account to the account with their confirmed address, except those that its owner has disowned. Each
-- order keeps the address that it had. If an order of the account has the same idempotency key as one of them, they get new keys.
-- Called by the trigger function of the same name, and when an account asks for its orders.
CREATE FUNCTION take_in_orders(account text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  address text := (SELECT email FROM users WHERE id = account AND email_verified);
BEGIN
  IF address IS NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(guest_lock_key(address));
  PERFORM FROM orders WHERE guest_email = address ORDER BY id FOR UPDATE;
  BEGIN
    UPDATE orders SET customer_id = account, joined_from = address, guest_email = NULL, guest_link_version = NULL, guest_link_at = NULL
    WHERE guest_email = address AND disowned_at IS NULL;
  EXCEPTION WHEN unique_violation THEN
    UPDATE orders SET customer_id = account, joined_from = address, guest_email = NULL, guest_link_version = NULL, guest_link_at = NULL,
      idempotency_key = 'guest:' || id
    WHERE guest_email = address AND disowned_at IS NULL;
  END;
END $$;

-- At a sign-in, and when an address is confirmed. Argument: the column that holds the account's id.
CREATE FUNCTION take_in_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_in_orders(to_jsonb(NEW)->>TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER take_in_orders AFTER UPDATE OF email, email_verified ON users FOR EACH ROW
  WHEN (NEW.email_verified) EXECUTE FUNCTION take_in_orders('id');
CREATE TRIGGER take_in_orders AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION take_in_orders('user_id');
