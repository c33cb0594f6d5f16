-- outside a transaction
-- The orders that were there, and the indexes that administrators' searches are answered by.
DO $$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    ids := ARRAY(SELECT id FROM orders WHERE id > last ORDER BY id LIMIT 1000);
    EXIT WHEN ids = '{}';
    INSERT INTO order_search SELECT id, order_search_text(id) FROM unnest(ids) AS id ON CONFLICT DO NOTHING;
    last := ids[array_upper(ids, 1)];
    COMMIT;
  END LOOP;
END $$;

DROP INDEX CONCURRENTLY IF EXISTS order_search_words;

CREATE INDEX CONCURRENTLY order_search_words ON order_search USING gin (text gin_trgm_ops);

DROP INDEX CONCURRENTLY IF EXISTS orders_by_total;

CREATE INDEX CONCURRENTLY orders_by_total ON orders (total_cents, id DESC);

DROP INDEX CONCURRENTLY IF EXISTS profiles_by_email;

CREATE INDEX CONCURRENTLY profiles_by_email ON profiles (lower(email) COLLATE "C");

DROP INDEX CONCURRENTLY IF EXISTS products_by_words;

CREATE INDEX CONCURRENTLY products_by_words ON products USING gin ((' ' || fold(name)) gin_trgm_ops);
