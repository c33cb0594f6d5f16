-- Trigger: when an account's confirmed address changes, its confirmed waiters get the new address, except for products that the
-- new address already waits for. Deletes all other waiters of the former address.
CREATE FUNCTION move_waiters() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waiter record;
BEGIN
  FOR waiter IN SELECT id FROM stock_waiters
    WHERE email = lower(OLD.email) AND confirmed_at IS NOT NULL AND told_at IS NULL ORDER BY product_id FOR UPDATE
  LOOP
    BEGIN
      UPDATE stock_waiters SET email = lower(NEW.email) WHERE id = waiter.id;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
  DELETE FROM stock_waiters WHERE email = lower(OLD.email);
  RETURN NULL;
END $$;
CREATE TRIGGER waiters_follow AFTER UPDATE OF email ON users FOR EACH ROW
  WHEN (OLD.email_verified AND lower(OLD.email) <> lower(NEW.email)) EXECUTE FUNCTION move_waiters();
