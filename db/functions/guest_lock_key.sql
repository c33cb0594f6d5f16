-- The key of the advisory lock on an e-mail address (docs/locks.md, 1a). Orders without an account take the lock in shared mode;
-- taking such orders into an account and erasing them take it in exclusive mode. Called by take_in_orders, `lockGuestShared` and
-- `lockGuest`.
CREATE FUNCTION guest_lock_key(address text) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS $$ SELECT hashtextextended('guest ' || address, 0) $$;
