-- outside a transaction
DO $$ BEGIN
  LOOP
    INSERT INTO stock (product_id, name_text)
      SELECT id, ' ' || fold(name) FROM products WHERE NOT EXISTS (SELECT FROM stock WHERE product_id = id) LIMIT 10000
      ON CONFLICT DO NOTHING;
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
