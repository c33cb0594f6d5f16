-- Trigger: adds the new words of products' texts to the search's list of words. Known words are not written, so most saves take
-- no locks.
CREATE FUNCTION learn_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- An array of {word, spelling, stem, in_name}.
  fresh jsonb;
BEGIN
  WITH texts AS (
    SELECT text, in_name FROM changed JOIN products AS product ON product.id = changed.product_id,
      LATERAL (VALUES (name || ' ' || product.category, true), (left(description, 20000) || ' ' || left(composition, 20000), false)) AS texts (text, in_name)
  ), spellings AS (
    -- The text search parser would read « caprylic/capric » as a file name.
    SELECT lower(spelling COLLATE french) AS spelling, bool_or(in_name) AS in_name
    FROM texts, unnest(tsvector_to_array(to_tsvector('simple', replace(text, '/', ' ')))) AS spelling
    GROUP BY 1
  ), folded AS (
    SELECT search_text(spelling) AS word, spelling, in_name FROM spellings
    -- The words of search_vector(): the parser keeps « spf50 » as one word, search_text() splits it.
    UNION SELECT word, word, true FROM texts, unnest(string_to_array(search_text(text), ' ')) AS word WHERE in_name
  ), words AS (
    SELECT DISTINCT ON (word) word, spelling, in_name FROM folded
    WHERE word ~ '^[a-z]{3,40}$' OR in_name AND word ~ '^([a-z]{1,2}|[0-9]{1,40})$'
    ORDER BY word, in_name DESC, spelling DESC
  ), stemmed AS (
    SELECT *, search_stem(word, in_name) AS stem FROM words
  )
  SELECT jsonb_agg(stemmed) INTO fresh FROM stemmed
    WHERE stem IS NOT NULL AND NOT EXISTS
      (SELECT FROM search_words AS other WHERE other.word = stemmed.word AND (other.in_name OR NOT stemmed.in_name));
  IF fresh IS NULL THEN RETURN NULL; END IF;
  -- Shared by single product saves: they insert in the order of the words, so they can't deadlock, and wait only for the
  -- same new word. An import inserts the words of many products in no common order, so it takes this lock exclusively
  -- (app/catalogue/write-products.server.ts).
  PERFORM pg_advisory_xact_lock_shared(4021971);
  INSERT INTO search_words AS known (word, spelling, stem, sound, in_name)
    SELECT word, spelling, stem, CASE stem WHEN '' THEN '' ELSE search_sound(word) END, in_name
    FROM jsonb_to_recordset(fresh) AS words (word text, spelling text, stem text, in_name boolean)
    ORDER BY word
    ON CONFLICT (word) DO UPDATE SET in_name = true, spelling = excluded.spelling
      WHERE excluded.in_name AND NOT known.in_name;
  RETURN NULL;
END $$;
CREATE TRIGGER search_words_insert AFTER INSERT ON product_search REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION learn_words();
CREATE TRIGGER search_words_update AFTER UPDATE ON product_search REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION learn_words();
