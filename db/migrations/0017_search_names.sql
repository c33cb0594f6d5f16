-- A wide search is answered by names alone, from rows so short that a thousand are read at once: the words of the name
-- and category under the marks « = », « # » and « ^ » of 0002_search.sql.
CREATE TABLE product_names (
  product_id text PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  name text NOT NULL,
  category text NOT NULL,
  words tsvector NOT NULL
);

CREATE FUNCTION name_words(name text, category text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  name := search_text(name);
  RETURN search_marks('=', string_to_array(name || ' ' || search_text(category), ' '))
    || search_marks('#', tsvector_to_array(to_tsvector('french', name)))
    || search_marks('^', ARRAY[split_part(name, ' ', 1)]);
END $$;

INSERT INTO product_names SELECT id, name, category, name_words(name, category) FROM products;
CREATE INDEX product_names_words ON product_names USING gin (words);

-- At most so many of the names that match. For a common word the planner would rather read the table from its beginning,
-- as if those that match lay evenly in it.
CREATE FUNCTION named_products(query tsquery, most integer) RETURNS SETOF product_names LANGUAGE sql STABLE
  SET enable_seqscan = off AS $$ SELECT * FROM product_names WHERE words @@ query LIMIT most $$;

CREATE OR REPLACE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_search SELECT id, search_vector(changed) FROM changed;
  INSERT INTO product_names SELECT id, name, category, name_words(name, category) FROM changed;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET vector = search_vector(NEW) WHERE product_id = NEW.id;
  IF (OLD.name, OLD.category) IS DISTINCT FROM (NEW.name, NEW.category) THEN
    UPDATE product_names SET name = NEW.name, category = NEW.category, words = name_words(NEW.name, NEW.category)
      WHERE product_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
