-- What a search reads, by name_keys() (0031_name_keys.sql).

-- At most so many of the names that match `query` (of the words) among those that `sure` (of the keys) finds; all of these,
-- where `query` is NULL. The indexes of 0032_name_keys_indexed.sql are read in turn, each only when the former ones haven't
-- given enough: one statement, as one for each took longer to start than to answer.
CREATE OR REPLACE FUNCTION named_products(query tsquery, sure tsquery, most integer) RETURNS SETOF product_names
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
  SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
BEGIN
  RETURN QUERY
    SELECT * FROM product_names WHERE tier = 0 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
    UNION ALL
    SELECT * FROM product_names WHERE tier = 1 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
      AND right(product_id, 1) COLLATE "C" < '4'
    UNION ALL
    SELECT * FROM product_names WHERE tier = 1 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
      AND right(product_id, 1) COLLATE "C" >= '4' AND right(product_id, 1) COLLATE "C" < 'C'
    UNION ALL
    SELECT * FROM product_names WHERE tier = 1 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
      AND right(product_id, 1) COLLATE "C" >= 'C'
    UNION ALL
    SELECT * FROM product_names WHERE tier = 2 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
    UNION ALL
    SELECT * FROM product_names WHERE tier = 3 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
    LIMIT most;
END $$;

-- As before (0030_tiers_in_one.sql), but that where few products have the rarest word, the others are looked for in these: a
-- list costs what it holds, and what comes with it is not in order.
CREATE FUNCTION described_products(query tsquery, sure tsquery, rarest tsquery, most integer) RETURNS SETOF product_search
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
  SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  few CONSTANT integer := CASE WHEN query::text LIKE '%:*%' THEN 70 ELSE 4 END;
BEGIN
  IF rarest <> query AND (SELECT count(*) < 4 FROM (SELECT FROM product_search WHERE tier = 0 AND vector @@ rarest LIMIT 4) AS sampled) THEN
    RETURN QUERY SELECT * FROM product_search WHERE vector @@ rarest AND ts_match_vq(vector, query) LIMIT most;
  ELSIF sure <> query AND (SELECT count(*) < few FROM (SELECT FROM product_search WHERE tier = 0 AND vector @@ sure LIMIT few) AS sampled) THEN
    RETURN QUERY SELECT * FROM product_search WHERE vector @@ sure AND ts_match_vq(vector, query) LIMIT most;
  ELSE
    RETURN QUERY SELECT * FROM product_search WHERE vector @@ query LIMIT most;
  END IF;
END $$;

-- For the version before, until the next one.
CREATE OR REPLACE FUNCTION named_products_by_pairs(query tsquery, pairs tsquery, most integer) RETURNS SETOF product_names
LANGUAGE sql STABLE AS $$ SELECT * FROM named_products(query, pairs, most) $$;

DROP INDEX product_names_words, product_names_0_pairs, product_names_1_pairs, product_names_2_pairs, product_names_3_pairs;
