-- outside a transaction
-- The shop lists products by price and by age, too: of each category in order, and all categories are merged. By rating
-- products_by_rating has them.
DROP INDEX CONCURRENTLY IF EXISTS products_by_price_of_category;

CREATE INDEX CONCURRENTLY products_by_price_of_category ON products (category, price_cents, id);

DROP INDEX CONCURRENTLY IF EXISTS products_by_age_of_category;

CREATE INDEX CONCURRENTLY products_by_age_of_category ON products (category, created_at, id) INCLUDE (price_cents);
