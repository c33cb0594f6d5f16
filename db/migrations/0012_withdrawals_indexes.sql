-- outside a transaction
-- An order by its delivery number, as a customer states it.
DROP INDEX CONCURRENTLY IF EXISTS orders_number;

CREATE INDEX CONCURRENTLY orders_number ON orders (upper(substr(id, 11)));
