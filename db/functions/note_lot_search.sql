-- Trigger: updates the administrators' search of an order when its lots change.
CREATE FUNCTION note_lot_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search SET text = order_search_text(order_id) WHERE order_id = coalesce(NEW.order_id, OLD.order_id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER search_lot AFTER INSERT OR DELETE ON order_lots DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_lot_search();
