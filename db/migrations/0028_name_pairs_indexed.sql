-- outside a transaction
-- What named_products_by_pairs (0027_name_pairs.sql) reads: of each tier, as a table of tiers takes no index beside its traffic.
DROP INDEX CONCURRENTLY IF EXISTS product_names_0_pairs;

CREATE INDEX CONCURRENTLY product_names_0_pairs ON product_names_0 USING gin (name_pairs(words));

DROP INDEX CONCURRENTLY IF EXISTS product_names_1_pairs;

CREATE INDEX CONCURRENTLY product_names_1_pairs ON product_names_1 USING gin (name_pairs(words));

DROP INDEX CONCURRENTLY IF EXISTS product_names_2_pairs;

CREATE INDEX CONCURRENTLY product_names_2_pairs ON product_names_2 USING gin (name_pairs(words));

DROP INDEX CONCURRENTLY IF EXISTS product_names_3_pairs;

CREATE INDEX CONCURRENTLY product_names_3_pairs ON product_names_3 USING gin (name_pairs(words));
