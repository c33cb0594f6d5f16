-- The key of the advisory lock on an e-mail address (docs/locks.md, 1a): shared by an order without an account, exclusive to take
-- such orders in or to erase them. Called by take_in_orders, `lockGuestShared` and `lockGuest`.
CREATE FUNCTION guest_lock_key(address text) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS $$ SELECT hashtextextended('guest ' || address, 0) $$;
