-- Trigger: updates the text by which administrators find an order (order_search_text). Deferred to the commit, when the order's
-- lines and invoice exist. The transaction has already locked the order, so two transactions never wait for each other here. A
-- payment's transaction calls this twice, for the payer's e-mail and for the invoice; the second call changes nothing. Argument:
-- the column that contains the order's id.
CREATE FUNCTION note_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search AS known (order_id, text)
    SELECT id, order_search_text(id) FROM orders WHERE id = to_jsonb(NEW) ->> TG_ARGV[0]
  ON CONFLICT (order_id) DO UPDATE SET text = excluded.text WHERE known.text <> excluded.text;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER search_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_order_search('id');
CREATE CONSTRAINT TRIGGER search_update AFTER UPDATE OF customer_name, phone_number, shipping_address, payer_email ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_order_search('id');
CREATE CONSTRAINT TRIGGER search_invoice AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_order_search('order_id');
