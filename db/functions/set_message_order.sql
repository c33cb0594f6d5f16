-- Trigger: links a message whose id starts with an order's id to that order.
CREATE FUNCTION set_message_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.order_id := (SELECT id FROM orders WHERE id = left(NEW.id, 26));
  RETURN NEW;
END $$;
CREATE TRIGGER set_order BEFORE INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION set_message_order();
