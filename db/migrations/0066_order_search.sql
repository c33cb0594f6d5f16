-- What administrators find orders by: who ordered, where to and what; the delivery number, telephone, payer's e-mail and
-- invoice numbers. A table of its own, so that a payment or a delivery never touches its index.
CREATE TABLE order_search (
  order_id text PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  text text NOT NULL
);

-- Folded, with a space before each word: so the index finds beginnings of one or two letters, too. The telephone's figures
-- stand together.
CREATE FUNCTION order_search_text(wanted text) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT fold(concat_ws(' ', '', customer_name, substr(id, 11), regexp_replace(phone_number, '\D', '', 'g'),
    regexp_replace(shipping_address, '\s+', ' ', 'g'), payer_email,
    (SELECT string_agg(name, ' ' ORDER BY position) FROM order_lines WHERE order_id = wanted),
    (SELECT string_agg(number, ' ' ORDER BY number) FROM invoices WHERE order_id = wanted)))
  FROM orders WHERE id = wanted
$$;

-- At commit, when the order's lines and invoice are there. The transaction holds the order's row already, so two of them
-- never wait for one another here. The argument is the column of the order's id.
CREATE FUNCTION note_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search
    SELECT id, order_search_text(id) FROM orders WHERE id = to_jsonb(NEW) ->> TG_ARGV[0]
  ON CONFLICT (order_id) DO UPDATE SET text = excluded.text;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER search_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_order_search('id');
CREATE CONSTRAINT TRIGGER search_update AFTER UPDATE OF customer_name, phone_number, shipping_address, payer_email ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_order_search('id');
CREATE CONSTRAINT TRIGGER search_invoice AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_order_search('order_id');
