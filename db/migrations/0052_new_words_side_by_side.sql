-- As before (0051_new_words_in_turn.sql), but that products saved one by one don't take turns: only an import does, with all others.
CREATE OR REPLACE FUNCTION learn_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Of each new word: word, spelling, stem, in_name.
  fresh jsonb;
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
  -- Only what is new is written.
  SELECT jsonb_agg(stemmed) INTO fresh FROM stemmed
    WHERE stem IS NOT NULL AND NOT EXISTS
      (SELECT FROM search_words AS other WHERE other.word = stemmed.word AND (other.in_name OR NOT stemmed.in_name));
  IF fresh IS NULL THEN RETURN NULL; END IF;
  -- Shared by whoever writes the words of one product: in order, so that two of them can't wait for each other in a ring, and
  -- neither waits unless both add the same word. An import writes those of many products one after the other, in no order
  -- as a whole: it holds this lock alone (app/catalogue/write-products.server.ts).
  PERFORM pg_advisory_xact_lock_shared(4021971);
  INSERT INTO search_words AS known (word, spelling, stem, sound, in_name)
    SELECT word, spelling, stem, CASE stem WHEN '' THEN '' ELSE search_sound(word) END, in_name
    FROM jsonb_to_recordset(fresh) AS words (word text, spelling text, stem text, in_name boolean)
    ORDER BY word
    ON CONFLICT (word) DO UPDATE SET in_name = true, spelling = excluded.spelling
      WHERE excluded.in_name AND NOT known.in_name;
  RETURN NULL;
END $$;
