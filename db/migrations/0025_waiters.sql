-- Who asked to be told when a sold-out product is back (docs/decisions/0073-waiters.md). The address is lower case.
CREATE TABLE stock_waiters (
  id text PRIMARY KEY CHECK (length(id) = 26),
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  -- SHA-256 of the token in the latest mail, whose link confirms and unsubscribes.
  token_hash text NOT NULL UNIQUE,
  confirmed_at timestamptz,
  told_at timestamptz,
  -- The link confirms within 48 hours.
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (product_id, email),
  CONSTRAINT stock_waiters_told CHECK (told_at IS NULL OR confirmed_at IS NOT NULL)
);
CREATE INDEX stock_waiters_waiting ON stock_waiters (product_id, confirmed_at, id)
  WHERE confirmed_at IS NOT NULL AND told_at IS NULL;
CREATE INDEX stock_waiters_email ON stock_waiters (email);

-- Pieces that came back while people wait, whoever put them back. The job tell-waiters takes them once they have been available for
-- a while. A product that is no longer counted is there for everyone.
CREATE FUNCTION count_pieces_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM stock_waiters WHERE product_id = NEW.product_id AND confirmed_at IS NOT NULL AND told_at IS NULL) THEN
    NEW.pieces_back := least(1000000, CASE WHEN NEW.is_counted
      THEN NEW.pieces_back + (NEW.on_hand - NEW.held) - (OLD.on_hand - OLD.held) ELSE 1000000 END);
    IF OLD.pieces_back = 0 OR OLD.on_hand = OLD.held THEN NEW.back_since := now(); END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pieces_back BEFORE UPDATE ON stock FOR EACH ROW
  WHEN (OLD.is_counted AND (NOT NEW.is_counted OR NEW.on_hand - NEW.held > OLD.on_hand - OLD.held))
  EXECUTE FUNCTION count_pieces_back();

-- The confirmed waiters of an account's address follow it to its new one. A product for which the new address waits already
-- keeps that waiter.
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
