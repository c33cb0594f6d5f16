-- At most `most` products that match `wanted`, the sampled ones first; the second index is read only when they are too few.
-- `indexed` is `wanted`, or a part of it: only this part is looked up in the indexes (ts_match_vq() uses none). Called by the
-- search, and to find products by their ingredients.
-- enable_seqscan = off: for a common word, the planner assumes evenly spread matches and would scan the table.
CREATE FUNCTION find_products(indexed tsquery, wanted tsquery, most integer) RETURNS TABLE (product_id text, vector tsvector)
LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
  SELECT product_id, vector FROM product_search WHERE is_sampled AND vector @@ indexed AND ts_match_vq(vector, wanted)
  UNION ALL
  SELECT product_id, vector FROM product_search WHERE NOT is_sampled AND vector @@ indexed AND ts_match_vq(vector, wanted)
  LIMIT most
$$;
