-- Which order a message is about, if any: the kinds of messages are counted and read without looking at all of them.
ALTER TABLE messages ADD COLUMN order_id text;

-- Whoever writes it: a message about an order has an id that begins with the order's.
CREATE FUNCTION note_message_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.order_id := (SELECT id FROM orders WHERE id = left(NEW.id, 26));
  RETURN NEW;
END $$;
CREATE TRIGGER note_order BEFORE INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION note_message_order();
