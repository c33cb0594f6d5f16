-- outside a transaction
-- Administrators find orders by the beginning of the address that a customer signs in with.
DROP INDEX CONCURRENTLY IF EXISTS users_by_email;

CREATE INDEX CONCURRENTLY users_by_email ON users (email COLLATE "C");
