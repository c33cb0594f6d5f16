-- Trigger: notifies product pages, because a delivery marks the customer's comments as « Achat vérifié ». Uses the topic of
-- notify_author_change.
CREATE FUNCTION notify_bought() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'comments', 'ids', json_agg(product_id))::text)
    FROM (SELECT product_id, (row_number() OVER (ORDER BY product_id) - 1) / 200 AS part
      FROM (SELECT DISTINCT product_id FROM comments JOIN order_lines USING (product_id)
        WHERE author_id = NEW.customer_id AND order_id = NEW.id) AS bought) AS parts
    GROUP BY part;
  RETURN NULL;
END $$;
CREATE TRIGGER live_bought AFTER UPDATE OF is_shipped ON orders FOR EACH ROW
  WHEN (NEW.is_shipped AND NOT OLD.is_shipped)
  EXECUTE FUNCTION notify_bought();
