-- outside a transaction
-- The same form sent twice is one order.
DROP INDEX CONCURRENTLY IF EXISTS orders_of_guest;

CREATE UNIQUE INDEX CONCURRENTLY orders_of_guest ON orders (guest_email, idempotency_key) WHERE guest_email IS NOT NULL;

-- Administrators search by the beginning of an address.
DROP INDEX CONCURRENTLY IF EXISTS orders_guest_address;

CREATE INDEX CONCURRENTLY orders_guest_address ON orders (guest_email COLLATE "C") WHERE guest_email IS NOT NULL;

ALTER TABLE orders VALIDATE CONSTRAINT orders_guest;
