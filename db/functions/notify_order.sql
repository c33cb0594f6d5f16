-- Trigger: notifies the pages of an order when this row of it changes.
CREATE FUNCTION notify_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text)
  FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;
-- Only for states with a detail from the provider: a captured payment updates its order, whose trigger notifies.
CREATE TRIGGER live_update AFTER UPDATE ON payments FOR EACH ROW
  WHEN (NEW.state IN ('created', 'unknown', 'failed') AND NEW.detail IS NOT NULL
    AND (OLD.state, OLD.detail) IS DISTINCT FROM (NEW.state, NEW.detail))
  EXECUTE FUNCTION notify_order();
CREATE TRIGGER live_change AFTER INSERT OR UPDATE OF resolved_at ON payment_breaks FOR EACH ROW
  EXECUTE FUNCTION notify_order();
-- The order's customer and the administrators follow its parcels.
CREATE TRIGGER live_change AFTER INSERT OR UPDATE ON parcels FOR EACH ROW EXECUTE FUNCTION notify_order();
CREATE TRIGGER live_change AFTER INSERT OR UPDATE ON returns FOR EACH ROW EXECUTE FUNCTION notify_order();
CREATE TRIGGER live_change AFTER INSERT OR UPDATE ON shipping_labels FOR EACH ROW EXECUTE FUNCTION notify_order();
