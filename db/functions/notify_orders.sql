-- Notifies the pages of up to 50 orders, or all pages of orders if there are more. Called by fill_missing and move_stock for
-- orders whose held or missing pieces change.
CREATE FUNCTION notify_orders(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(changed) > 50 THEN
    PERFORM pg_notify('live', json_build_object('topic', 'order')::text);
  ELSE
    PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text) FROM orders WHERE id = ANY (changed);
  END IF;
END $$;
