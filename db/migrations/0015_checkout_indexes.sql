-- outside a transaction
-- The year's distance sales to other EU countries (app/orders/eu-sales.server.ts).
DROP INDEX CONCURRENTLY IF EXISTS orders_abroad;

CREATE INDEX CONCURRENTLY orders_abroad ON orders (created_at) WHERE shipping_country <> 'FR';
