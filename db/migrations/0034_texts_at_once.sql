-- What is new in a product's texts goes into the lists of its words at once: what waits is read by every search, and in a small
-- shop it would wait for ever (four megabytes, or the work that PostgreSQL does after some thousand rows).
ALTER INDEX product_search_0_vector_idx SET (fastupdate = off);
ALTER INDEX product_search_1_vector_idx SET (fastupdate = off);
ALTER INDEX product_search_2_vector_idx SET (fastupdate = off);
ALTER INDEX product_search_3_vector_idx SET (fastupdate = off);
SELECT gin_clean_pending_list(format('product_search_%s_vector_idx', tier)) FROM generate_series(0, 3) AS tier;
