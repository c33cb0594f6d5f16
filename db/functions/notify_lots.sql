-- Trigger: notifies the pages of an order when its lots or its recalls change.
CREATE FUNCTION notify_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text)
    FROM orders WHERE id IN (SELECT order_id FROM changed);
  RETURN NULL;
END $$;
CREATE TRIGGER live_insert AFTER INSERT ON order_lots REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_lots();
CREATE TRIGGER live_delete AFTER DELETE ON order_lots REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_lots();
CREATE TRIGGER live_insert AFTER INSERT ON recall_orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_lots();
