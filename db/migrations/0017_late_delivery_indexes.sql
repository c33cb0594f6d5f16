-- outside a transaction
-- Notices of late delivery that are still open; app/orders/to-send.server.ts repeats the condition word for word.
DROP INDEX CONCURRENTLY IF EXISTS orders_late_notices;

CREATE INDEX CONCURRENTLY orders_late_notices ON orders (late_until)
  WHERE late_until IS NOT NULL AND NOT is_shipped AND cancelled_at IS NULL;

ALTER TABLE orders VALIDATE CONSTRAINT orders_late;
