-- How many products a list has, without counting them: those of each category and price, by the beginning of their names (of
-- no, of 4 and of 12 characters). Counting ten thousand of them takes longer than all else that a list asks.
CREATE TABLE product_tallies (
  length smallint NOT NULL,
  -- By its bytes: what begins so stands together.
  beginning text COLLATE "C" NOT NULL,
  category text NOT NULL,
  price_cents integer NOT NULL,
  count integer NOT NULL
);
CREATE INDEX product_tallies_order ON product_tallies (length, beginning, price_cents, category) INCLUDE (count);

-- What a list counts a product by, and whether it comes (1) or goes (-1).
CREATE TYPE product_move AS (category text, selling_type text, name text, price_cents integer, difference integer);

-- In product_counts and product_tallies a row that another transaction holds is left to it, and a further one written: two
-- products saved at once never wait for each other, and the rows add up.
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

CREATE OR REPLACE FUNCTION count_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves product_move[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    moves := ARRAY(SELECT (category, selling_type, name, price_cents, 1)::product_move FROM added);
  ELSIF TG_OP = 'DELETE' THEN
    moves := ARRAY(SELECT (category, selling_type, name, price_cents, -1)::product_move FROM removed);
  ELSE
    moves := ARRAY(
      SELECT unnest(ARRAY[(removed.category, removed.selling_type, removed.name, removed.price_cents, -1)::product_move,
        (added.category, added.selling_type, added.name, added.price_cents, 1)::product_move])
      FROM removed JOIN added USING (id)
      WHERE (removed.category, removed.selling_type, removed.name, removed.price_cents)
        IS DISTINCT FROM (added.category, added.selling_type, added.name, added.price_cents));
  END IF;
  IF moves <> '{}' THEN PERFORM count_moves(moves); END IF;
  RETURN NULL;
END $$;
DROP TRIGGER count_insert ON products;
DROP TRIGGER count_delete ON products;
DROP TRIGGER count_update ON products;
DROP FUNCTION count_moved_product, count_products;
CREATE TRIGGER count_insert AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_products();
CREATE TRIGGER count_delete AFTER DELETE ON products REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_products();
CREATE TRIGGER count_update AFTER UPDATE ON products REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_products();

INSERT INTO product_tallies
  SELECT length, left(name, length), category, price_cents, count(*)
  FROM products, unnest(ARRAY[0, 4, 12]) AS length GROUP BY 1, 2, 3, 4;
