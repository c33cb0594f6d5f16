-- Trigger: refuses to change or delete a movement of stock.
CREATE FUNCTION keep_stock_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A deleted account only leaves the move without its actor.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' AND NEW.actor_id IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'stock moves are never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_moves_kept';
END $$;
CREATE TRIGGER stock_moves_kept BEFORE UPDATE OR DELETE ON stock_moves FOR EACH ROW EXECUTE FUNCTION keep_stock_moves();
