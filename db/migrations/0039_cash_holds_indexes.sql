-- outside a transaction
-- The jobs read it every minute.
DROP INDEX CONCURRENTLY IF EXISTS orders_to_confirm;

CREATE INDEX CONCURRENTLY orders_to_confirm ON orders (to_confirm_until)
  WHERE to_confirm_until IS NOT NULL AND NOT is_shipped AND cancelled_at IS NULL;
