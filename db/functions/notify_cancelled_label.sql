-- Trigger: notifies the administrators' pages when a job deletes a label whose cancellation has ended.
CREATE FUNCTION notify_cancelled_label() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text)
  FROM orders WHERE id = OLD.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live_cancelled AFTER DELETE ON shipping_labels FOR EACH ROW WHEN (OLD.cancel_asked_at IS NOT NULL)
  EXECUTE FUNCTION notify_cancelled_label();
