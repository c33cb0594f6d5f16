-- Trigger: notifies the administrators' list and the pages of the order of a changed statement of withdrawal.
CREATE FUNCTION notify_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'withdrawal', 'id', NEW.id)::text);
  IF NEW.order_id IS NOT NULL THEN
    PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', NEW.order_id,
      'owner', (SELECT customer_id FROM orders WHERE id = NEW.order_id))::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION notify_withdrawal();
