-- Trigger: takes handed over pieces from the shelf. For several orders at once, it first locks all stock rows by product id.
CREATE FUNCTION sync_sent_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stock WHERE is_counted
    AND product_id IN (SELECT product_id FROM order_lines WHERE order_id IN (SELECT order_id FROM changed))
    ORDER BY product_id FOR NO KEY UPDATE;
  PERFORM sync_stock(orders) FROM orders WHERE id IN (SELECT order_id FROM changed) AND NOT is_shipped AND cancelled_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_sync AFTER INSERT ON parcel_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sync_sent_orders();
