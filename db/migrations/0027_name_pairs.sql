-- Words that are common each and rare together were found by reading the whole list of each. Now every pair of a name's
-- words has a list of its own.

-- The pairs « clair+rose » of the stems of a name (« #rose », « #clair » in product_names.words), the one that comes first
-- byte by byte first; a stem pairs with itself, too, as one word may be what two that were typed are looking for.
CREATE FUNCTION name_pairs(words tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(substr(one, 2) || '+' || substr(other, 2)), '{}'))
  FROM unnest(tsvector_to_array(words)) AS one, unnest(tsvector_to_array(words)) AS other
  WHERE starts_with(one, '#') AND starts_with(other, '#') AND one COLLATE "C" <= other COLLATE "C"
$$;

-- At most so many of the names that match `query`; all that do have the `pairs`.
CREATE FUNCTION named_products_by_pairs(query tsquery, pairs tsquery, most integer) RETURNS SETOF product_names
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  added integer;
BEGIN
  FOR place IN 0..3 LOOP
    RETURN QUERY SELECT * FROM product_names
      WHERE tier = place::smallint AND name_pairs(words) @@ pairs AND ts_match_vq(words, query) LIMIT most;
    GET DIAGNOSTICS added = ROW_COUNT;
    most := most - added;
    IF most = 0 THEN RETURN; END IF;
  END LOOP;
END $$;
