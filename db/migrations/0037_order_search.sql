-- A payment's transaction notes its order twice, for the payer's e-mail and for the invoice: the second time changes nothing.
CREATE OR REPLACE FUNCTION note_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search AS known (order_id, text)
    SELECT id, order_search_text(id) FROM orders WHERE id = to_jsonb(NEW) ->> TG_ARGV[0]
  ON CONFLICT (order_id) DO UPDATE SET text = excluded.text WHERE known.text <> excluded.text;
  RETURN NULL;
END $$;
