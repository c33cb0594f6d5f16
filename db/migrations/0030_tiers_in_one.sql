-- The tiers in one statement each: PostgreSQL reads one partition after the other, and the next only when the former ones
-- haven't given enough. Four statements took longer to start than most tiers take to be read.

-- As before (0026_rarest_words.sql), but that the first tier is asked for the rarest words alone before anything is read.
CREATE OR REPLACE FUNCTION named_products(query tsquery, sure tsquery, most integer) RETURNS SETOF product_names
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  few CONSTANT integer := CASE WHEN query::text LIKE '%:*%' THEN 70 ELSE 4 END;
BEGIN
  IF sure <> query AND (SELECT count(*) < few FROM (SELECT FROM product_names WHERE tier = 0 AND words @@ sure LIMIT few) AS sampled) THEN
    RETURN QUERY SELECT * FROM product_names WHERE words @@ sure AND ts_match_vq(words, query) LIMIT most;
  ELSE
    RETURN QUERY SELECT * FROM product_names WHERE words @@ query LIMIT most;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION described_products(query tsquery, sure tsquery, most integer) RETURNS SETOF product_search
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  few CONSTANT integer := CASE WHEN query::text LIKE '%:*%' THEN 70 ELSE 4 END;
BEGIN
  IF sure <> query AND (SELECT count(*) < few FROM (SELECT FROM product_search WHERE tier = 0 AND vector @@ sure LIMIT few) AS sampled) THEN
    RETURN QUERY SELECT * FROM product_search WHERE vector @@ sure AND ts_match_vq(vector, query) LIMIT most;
  ELSE
    RETURN QUERY SELECT * FROM product_search WHERE vector @@ query LIMIT most;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION named_products_by_pairs(query tsquery, pairs tsquery, most integer) RETURNS SETOF product_names
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT * FROM product_names WHERE name_pairs(words) @@ pairs AND ts_match_vq(words, query) LIMIT most;
END $$;
