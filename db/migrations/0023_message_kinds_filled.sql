-- outside a transaction
-- The messages that were there, and the indexes that their kinds are counted and read by.
DO $$ BEGIN
  LOOP
    UPDATE messages SET order_id = left(id, 26) WHERE id IN (
      SELECT messages.id FROM messages JOIN orders ON orders.id = left(messages.id, 26)
      WHERE messages.order_id IS NULL LIMIT 1000);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;

DROP INDEX CONCURRENTLY IF EXISTS messages_about_orders;

CREATE INDEX CONCURRENTLY messages_about_orders ON messages (created_at DESC, id) WHERE order_id IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS messages_from_people;

CREATE INDEX CONCURRENTLY messages_from_people ON messages (created_at DESC, id) WHERE order_id IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS messages_of_order;

CREATE INDEX CONCURRENTLY messages_of_order ON messages (order_id) WHERE order_id IS NOT NULL;
