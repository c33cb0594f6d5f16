-- The text by which administrators find an order, folded, with a space before each word: with the space, one or two typed letters
-- make a trigram. The telephone's digits are joined. Called by note_order_search and note_lot_search.
CREATE FUNCTION order_search_text(wanted text) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT fold(concat_ws(' ', '', customer_name, substr(id, 11), regexp_replace(phone_number, '\D', '', 'g'),
    regexp_replace(shipping_address, '\s+', ' ', 'g'), payer_email,
    (SELECT string_agg(name, ' ' ORDER BY position) FROM order_lines WHERE order_id = wanted),
    (SELECT string_agg(number, ' ' ORDER BY number) FROM invoices WHERE order_id = wanted),
    (SELECT string_agg(DISTINCT lot, ' ') FROM order_lots WHERE order_id = wanted)))
  FROM orders WHERE id = wanted
$$;
