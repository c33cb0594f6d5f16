-- ── orders without an account (docs/decisions/0078-guests.md) ───────────────
ALTER TABLE orders
  -- The address that was typed, lower case; null for an order of an account.
  ADD COLUMN guest_email text,
  -- The signed link of its mails opens the order while it has this version, for a year from then on.
  ADD COLUMN guest_link_version integer,
  ADD COLUMN guest_link_at timestamptz;
ALTER TABLE orders ADD CONSTRAINT orders_guest
  CHECK (CASE WHEN guest_email IS NULL THEN num_nonnulls(guest_link_version, guest_link_at) = 0
    ELSE customer_id IS NULL AND num_nulls(guest_link_version, guest_link_at) = 0 AND length(guest_email) <= 254 END) NOT VALID;

-- An order of this address, its taking in and its erasure take turns: shared by an order, exclusive for the others.
CREATE FUNCTION guest_lock_key(address text) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS $$ SELECT hashtextextended('guest ' || address, 0) $$;

-- An account with a confirmed address takes in the orders that were placed with it without an account. When an order of the account
-- has the key of one of them, they get keys of their own.
-- short: new functions and triggers, no row is changed
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
    UPDATE orders SET customer_id = account, guest_email = NULL, guest_link_version = NULL, guest_link_at = NULL
    WHERE guest_email = address;
  EXCEPTION WHEN unique_violation THEN
    UPDATE orders SET customer_id = account, guest_email = NULL, guest_link_version = NULL, guest_link_at = NULL,
      idempotency_key = 'guest:' || id
    WHERE guest_email = address;
  END;
END $$;

CREATE FUNCTION take_in_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_in_orders(to_jsonb(NEW)->>TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER take_in_orders AFTER UPDATE OF email, email_verified ON users FOR EACH ROW
  WHEN (NEW.email_verified) EXECUTE FUNCTION take_in_orders('id');
CREATE TRIGGER take_in_orders AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION take_in_orders('user_id');
