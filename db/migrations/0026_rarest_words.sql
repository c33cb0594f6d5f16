-- What a search costs is planned once, and read where it is rarest.

-- How many of the products have a word's stem, as PostgreSQL's own statistics estimate it; 0 for what is rare. It decides
-- only which words a search begins with.
ALTER TABLE search_words ADD COLUMN share real NOT NULL DEFAULT 0;

-- Rows that a product being saved holds are left for the next time.
CREATE FUNCTION weigh_words() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH common AS (
    SELECT stem, share FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS listed (stem, share)
    WHERE schemaname = current_schema AND tablename = 'product_search_3' AND attname = 'vector' AND stem IS NOT NULL
  ), changed AS (
    SELECT word, coalesce(common.share, 0) AS share FROM search_words AS known LEFT JOIN common USING (stem)
    WHERE known.share <> coalesce(common.share, 0) FOR NO KEY UPDATE OF known SKIP LOCKED
  )
  UPDATE search_words AS known SET share = changed.share FROM changed WHERE known.word = changed.word;
END $$;

-- As before (0018_search_tiers.sql), but for two things. A plan is kept whatever is asked: planning each tier anew took
-- longer than most of them take to be read. And `sure` holds the rarest words of the query, without the beginnings that a
-- great many words have: when few products of the first tier have those, the other words are looked for in the rows found
-- (ts_match_vq asks no index) instead of in their own long lists. Lists of a beginning cost so much more that more rows are
-- read instead of them.
CREATE OR REPLACE FUNCTION named_products(query tsquery, sure tsquery, most integer) RETURNS SETOF product_names
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  added integer;
  few CONSTANT integer := CASE WHEN query::text LIKE '%:*%' THEN 70 ELSE 4 END;
  is_rare boolean := false;
BEGIN
  FOR place IN 0..3 LOOP
    IF is_rare THEN
      RETURN QUERY SELECT * FROM product_names WHERE tier = place::smallint AND words @@ sure AND ts_match_vq(words, query) LIMIT most;
    ELSE
      RETURN QUERY SELECT * FROM product_names WHERE tier = place::smallint AND words @@ query LIMIT most;
    END IF;
    GET DIAGNOSTICS added = ROW_COUNT;
    most := most - added;
    IF most = 0 THEN RETURN; END IF;
    IF place = 0 AND sure <> query THEN
      is_rare := (SELECT count(*) < few FROM (SELECT FROM product_names WHERE tier = 0 AND words @@ sure LIMIT few) AS sampled);
    END IF;
  END LOOP;
END $$;

-- The same for those that match in any text.
CREATE OR REPLACE FUNCTION described_products(query tsquery, sure tsquery, most integer) RETURNS SETOF product_search
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  added integer;
  few CONSTANT integer := CASE WHEN query::text LIKE '%:*%' THEN 70 ELSE 4 END;
  is_rare boolean := false;
BEGIN
  FOR place IN 0..3 LOOP
    IF is_rare THEN
      RETURN QUERY SELECT * FROM product_search WHERE tier = place::smallint AND vector @@ sure AND ts_match_vq(vector, query) LIMIT most;
    ELSE
      RETURN QUERY SELECT * FROM product_search WHERE tier = place::smallint AND vector @@ query LIMIT most;
    END IF;
    GET DIAGNOSTICS added = ROW_COUNT;
    most := most - added;
    IF most = 0 THEN RETURN; END IF;
    IF place = 0 AND sure <> query THEN
      is_rare := (SELECT count(*) < few FROM (SELECT FROM product_search WHERE tier = 0 AND vector @@ sure LIMIT few) AS sampled);
    END IF;
  END LOOP;
END $$;
