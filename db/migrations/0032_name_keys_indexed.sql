-- outside a transaction
-- What names are looked up in: of each tier an index, as a table of tiers takes none beside its traffic; of the second tier
-- three, by the last letter of the product's id (of 32: 4, 8 and 20), so that none is much larger than those before it. What is
-- new goes into its lists at once: what waits is read by every search, and in a small shop it would wait for ever.
DROP INDEX CONCURRENTLY IF EXISTS product_names_0_keys;

CREATE INDEX CONCURRENTLY product_names_0_keys ON product_names_0 USING gin (name_keys(words, category)) WITH (fastupdate = off);

DROP INDEX CONCURRENTLY IF EXISTS product_names_1_keys_first;

CREATE INDEX CONCURRENTLY product_names_1_keys_first ON product_names_1 USING gin (name_keys(words, category)) WITH (fastupdate = off) WHERE right(product_id, 1) COLLATE "C" < '4';

DROP INDEX CONCURRENTLY IF EXISTS product_names_1_keys_second;

CREATE INDEX CONCURRENTLY product_names_1_keys_second ON product_names_1 USING gin (name_keys(words, category)) WITH (fastupdate = off) WHERE right(product_id, 1) COLLATE "C" >= '4' AND right(product_id, 1) COLLATE "C" < 'C';

DROP INDEX CONCURRENTLY IF EXISTS product_names_1_keys_third;

CREATE INDEX CONCURRENTLY product_names_1_keys_third ON product_names_1 USING gin (name_keys(words, category)) WITH (fastupdate = off) WHERE right(product_id, 1) COLLATE "C" >= 'C';

DROP INDEX CONCURRENTLY IF EXISTS product_names_2_keys;

CREATE INDEX CONCURRENTLY product_names_2_keys ON product_names_2 USING gin (name_keys(words, category)) WITH (fastupdate = off);

DROP INDEX CONCURRENTLY IF EXISTS product_names_3_keys;

CREATE INDEX CONCURRENTLY product_names_3_keys ON product_names_3 USING gin (name_keys(words, category)) WITH (fastupdate = off);
