-- A wide search is answered by a few of the products: an index on words always reads the whole list of each, however few of
-- its products are wanted. So what is searched lies in four tiers, 1, 7, 16 and 40 of 64 products, looked through one after
-- the other until enough is found.
CREATE FUNCTION search_tier(product_id text) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (CASE WHEN place < 1 THEN 0 WHEN place < 8 THEN 1 WHEN place < 24 THEN 2 ELSE 3 END)::smallint
  FROM (SELECT hashtext(product_id) & 63 AS place) AS hashed
$$;

-- ── names ───────────────────────────────────────────────────────────────────
DROP FUNCTION named_products;
ALTER TABLE product_names RENAME TO product_names_before;
ALTER TABLE product_names_before RENAME CONSTRAINT product_names_pkey TO product_names_before_pkey;
ALTER INDEX product_names_words RENAME TO product_names_before_words;
CREATE TABLE product_names (
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  -- search_tier() of the product, written down: it may change with PostgreSQL's next version.
  tier smallint NOT NULL,
  name text NOT NULL,
  category text NOT NULL,
  -- The words of name and category under the marks « = », « # » and « ^ » of 0002_search.sql.
  words tsvector NOT NULL,
  PRIMARY KEY (product_id, tier)
) PARTITION BY LIST (tier);
CREATE TABLE product_names_0 PARTITION OF product_names FOR VALUES IN (0);
CREATE TABLE product_names_1 PARTITION OF product_names FOR VALUES IN (1);
CREATE TABLE product_names_2 PARTITION OF product_names FOR VALUES IN (2);
CREATE TABLE product_names_3 PARTITION OF product_names FOR VALUES IN (3);
INSERT INTO product_names SELECT product_id, search_tier(product_id), name, category, words FROM product_names_before;
CREATE INDEX product_names_words ON product_names USING gin (words);
DROP TABLE product_names_before;

-- ── all texts ───────────────────────────────────────────────────────────────
DROP TRIGGER search_words_insert ON product_search;
DROP TRIGGER search_words_update ON product_search;
ALTER TABLE product_search RENAME TO product_search_before;
ALTER TABLE product_search_before RENAME CONSTRAINT product_search_pkey TO product_search_before_pkey;
ALTER INDEX product_search_vector RENAME TO product_search_before_vector;
CREATE TABLE product_search (
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  tier smallint NOT NULL,
  category text NOT NULL,
  vector tsvector NOT NULL,
  PRIMARY KEY (product_id, tier)
) PARTITION BY LIST (tier);
CREATE TABLE product_search_0 PARTITION OF product_search FOR VALUES IN (0);
CREATE TABLE product_search_1 PARTITION OF product_search FOR VALUES IN (1);
CREATE TABLE product_search_2 PARTITION OF product_search FOR VALUES IN (2);
CREATE TABLE product_search_3 PARTITION OF product_search FOR VALUES IN (3);
INSERT INTO product_search SELECT product_id, search_tier(product_id), category, vector
  FROM product_search_before JOIN products ON id = product_id;
CREATE INDEX product_search_vector ON product_search USING gin (vector);
DROP TABLE product_search_before;

CREATE OR REPLACE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_search SELECT id, search_tier(id), category, search_vector(changed) FROM changed;
  INSERT INTO product_names SELECT id, search_tier(id), name, category, name_words(name, category) FROM changed;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET category = NEW.category, vector = search_vector(NEW) WHERE product_id = NEW.id;
  IF (OLD.name, OLD.category) IS DISTINCT FROM (NEW.name, NEW.category) THEN
    UPDATE product_names SET name = NEW.name, category = NEW.category, words = name_words(NEW.name, NEW.category)
      WHERE product_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER search_words_insert AFTER INSERT ON product_search REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION learn_words();
CREATE TRIGGER search_words_update AFTER UPDATE ON product_search REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION learn_words();

-- At most so many of the products whose name matches. `sure` is the query without the beginnings that a great many words
-- have: when the rest is rare, all that begins so would be read for the few products that have the rest.
CREATE FUNCTION named_products(query tsquery, sure tsquery, most integer) RETURNS SETOF product_names
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  added integer;
BEGIN
  RETURN QUERY SELECT * FROM product_names WHERE tier = 0 AND words @@ query LIMIT most;
  GET DIAGNOSTICS added = ROW_COUNT;
  most := most - added;
  IF most = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM product_names WHERE tier = 1 AND words @@ query LIMIT most;
  GET DIAGNOSTICS added = ROW_COUNT;
  most := most - added;
  IF most = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM product_names WHERE tier = 2 AND words @@ query LIMIT most;
  GET DIAGNOSTICS added = ROW_COUNT;
  most := most - added;
  IF most = 0 THEN RETURN; END IF;
  IF sure <> query AND (SELECT count(*) < 500 FROM (SELECT FROM product_names WHERE tier = 1 AND words @@ sure LIMIT 500) AS sampled) THEN
    RETURN QUERY SELECT * FROM product_names WHERE tier = 3 AND words @@ sure AND ts_match_vq(words, query) LIMIT most;
  ELSE
    RETURN QUERY SELECT * FROM product_names WHERE tier = 3 AND words @@ query LIMIT most;
  END IF;
END $$;

-- The same for those that match in any text.
CREATE FUNCTION described_products(query tsquery, sure tsquery, most integer) RETURNS SETOF product_search
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  added integer;
BEGIN
  RETURN QUERY SELECT * FROM product_search WHERE tier = 0 AND vector @@ query LIMIT most;
  GET DIAGNOSTICS added = ROW_COUNT;
  most := most - added;
  IF most = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM product_search WHERE tier = 1 AND vector @@ query LIMIT most;
  GET DIAGNOSTICS added = ROW_COUNT;
  most := most - added;
  IF most = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM product_search WHERE tier = 2 AND vector @@ query LIMIT most;
  GET DIAGNOSTICS added = ROW_COUNT;
  most := most - added;
  IF most = 0 THEN RETURN; END IF;
  IF sure <> query AND (SELECT count(*) < 500 FROM (SELECT FROM product_search WHERE tier = 1 AND vector @@ sure LIMIT 500) AS sampled) THEN
    RETURN QUERY SELECT * FROM product_search WHERE tier = 3 AND vector @@ sure AND ts_match_vq(vector, query) LIMIT most;
  ELSE
    RETURN QUERY SELECT * FROM product_search WHERE tier = 3 AND vector @@ query LIMIT most;
  END IF;
END $$;

-- ── words ───────────────────────────────────────────────────────────────────
-- A name's figures, articles and words of one or two letters are known, too, so that every beginning can be written out as
-- the words that begin so. They have no stem and no sound: they are never what a misspelt word meant.
CREATE FUNCTION search_stem(word text, in_name boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN word ~ '^[a-z]{3}' THEN coalesce((ts_lexize('french_stem', word))[1], CASE WHEN in_name THEN '' END) ELSE '' END
$$;

CREATE OR REPLACE FUNCTION learn_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH texts AS (
    SELECT text, in_name FROM changed JOIN products AS product ON product.id = changed.product_id,
      LATERAL (VALUES (name || ' ' || product.category, true), (left(description, 20000) || ' ' || left(composition, 20000), false)) AS texts (text, in_name)
  ), spellings AS (
    -- The parser would take « caprylic/capric » for a file.
    SELECT lower(spelling COLLATE french) AS spelling, bool_or(in_name) AS in_name
    FROM texts, unnest(tsvector_to_array(to_tsvector('simple', replace(text, '/', ' ')))) AS spelling
    GROUP BY 1
  ), folded AS (
    SELECT search_text(spelling) AS word, spelling, in_name FROM spellings
    -- As product_names has them: the parser keeps « spf50 » whole.
    UNION SELECT word, word, true FROM texts, unnest(string_to_array(search_text(text), ' ')) AS word WHERE in_name
  ), words AS (
    SELECT DISTINCT ON (word) word, spelling, in_name FROM folded
    WHERE word ~ '^[a-z]{3,40}$' OR in_name AND word ~ '^([a-z]{1,2}|[0-9]{1,40})$'
    ORDER BY word, in_name DESC, spelling DESC
  ), stemmed AS (
    SELECT *, search_stem(word, in_name) AS stem FROM words
  )
  -- Only what is new is written, and in order, so that two products saved at once don't wait for each other in a ring.
  INSERT INTO search_words AS known (word, spelling, stem, sound, in_name)
    SELECT word, spelling, stem, CASE stem WHEN '' THEN '' ELSE search_sound(word) END, in_name FROM stemmed
    WHERE stem IS NOT NULL AND NOT EXISTS
      (SELECT FROM search_words AS other WHERE other.word = stemmed.word AND (other.in_name OR NOT stemmed.in_name))
    ORDER BY word
    ON CONFLICT (word) DO UPDATE SET in_name = true, spelling = excluded.spelling
      WHERE excluded.in_name AND NOT known.in_name;
  RETURN NULL;
END $$;

INSERT INTO search_words AS known SELECT word, word, stem, CASE stem WHEN '' THEN '' ELSE search_sound(word) END, true
  FROM (SELECT DISTINCT substr(lexeme, 2) AS word FROM product_names, unnest(words) WHERE starts_with(lexeme, '=')) AS named,
    search_stem(word, true) AS stem
  WHERE word ~ '^([a-z]{1,40}|[0-9]{1,40})$'
  ON CONFLICT (word) DO UPDATE SET in_name = true WHERE NOT known.in_name;
