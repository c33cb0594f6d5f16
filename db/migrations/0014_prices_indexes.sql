-- outside a transaction
-- Reductions to end (app/catalogue/end-reductions.server.ts).
DROP INDEX CONCURRENTLY IF EXISTS products_reduced;

CREATE INDEX CONCURRENTLY products_reduced ON products (reduced_until) WHERE reduced_until IS NOT NULL;
