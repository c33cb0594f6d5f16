-- Trigger: counts the pieces of a product that become available while people wait for it. The job tell-waiters reads the count
-- once they have been available for a while. A product that is no longer counted gets a number that suffices for everybody who
-- waits.
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
