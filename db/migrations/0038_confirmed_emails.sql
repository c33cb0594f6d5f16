-- ── the proof that an order's e-mail address is its customer's (docs/decisions/0092-unconfirmed-addresses.md) ───
ALTER TABLE orders
  -- When the owner of the address opened a link that was mailed there, or said in their account that the order is theirs.
  ADD COLUMN email_confirmed_at timestamptz,
  -- The address of an order that was placed without an account, and that an account took in.
  ADD COLUMN joined_from text,
  -- When the owner of the address said that the order is not theirs: no account takes it in any more.
  ADD COLUMN disowned_at timestamptz;

-- An order that leaves its account (deletion, « Ce n'est pas ma commande ») keeps no address of it.
-- short: a new trigger, no row is changed
CREATE FUNCTION forget_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.joined_from := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER forget_joined BEFORE UPDATE OF customer_id ON orders FOR EACH ROW
  WHEN (NEW.customer_id IS NULL) EXECUTE FUNCTION forget_joined();

-- As in 0029_guests.sql, except that a disowned order stays out, and that the order keeps the address it had.
CREATE OR REPLACE FUNCTION take_in_orders(account text) RETURNS void LANGUAGE plpgsql AS $$
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
