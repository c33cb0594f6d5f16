-- Adds these differences to the catalogue's counters. Skips rows that another transaction has locked and inserts a further row
-- instead, so that concurrent saves don't wait for each other; a later save merges the rows. Called by count_changed_products.
CREATE FUNCTION count_moves(moves product_move[]) RETURNS void LANGUAGE sql AS $$
  WITH differences AS (
    SELECT category, selling_type, sum(difference)::integer AS count FROM unnest(moves)
    GROUP BY 1, 2 HAVING sum(difference) <> 0
  ), free AS (
    SELECT counted.ctid AS place FROM product_counts AS counted JOIN differences USING (category, selling_type)
    FOR UPDATE OF counted SKIP LOCKED
  ), taken AS (
    DELETE FROM product_counts WHERE ctid = ANY (ARRAY(SELECT place FROM free)) RETURNING *
  )
  INSERT INTO product_counts
    SELECT category, selling_type, sum(count) FROM (SELECT * FROM differences UNION ALL SELECT * FROM taken) AS added
    GROUP BY 1, 2;
  WITH differences AS (
    SELECT length::smallint, left(name, length) COLLATE "C" AS beginning, category, price_cents, sum(difference)::integer AS count
    FROM unnest(moves), unnest(ARRAY[0, 4, 12]) AS length
    GROUP BY 1, 2, 3, 4 HAVING sum(difference) <> 0
  ), free AS (
    SELECT counted.ctid AS place FROM product_tallies AS counted JOIN differences USING (length, beginning, category, price_cents)
    FOR UPDATE OF counted SKIP LOCKED
  ), taken AS (
    DELETE FROM product_tallies WHERE ctid = ANY (ARRAY(SELECT place FROM free)) RETURNING *
  )
  INSERT INTO product_tallies
    SELECT length, beginning, category, price_cents, sum(count) FROM (SELECT * FROM differences UNION ALL SELECT * FROM taken) AS added
    GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0;
$$;
