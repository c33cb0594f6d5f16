-- As before (0018_search_tiers.sql), but that whoever adds words takes turns: two transactions that add the same words in
-- another order deadlocked, an import and a product being saved. Words that are known are written by nobody.
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
  -- An import writes the words of one product after those of another: two such transactions with the same new words would
  -- wait for each other. Whoever has new words waits here for the end of the one before.
  PERFORM pg_advisory_xact_lock(4021971);
  INSERT INTO search_words AS known (word, spelling, stem, sound, in_name)
    SELECT word, spelling, stem, CASE stem WHEN '' THEN '' ELSE search_sound(word) END, in_name
    FROM jsonb_to_recordset(fresh) AS words (word text, spelling text, stem text, in_name boolean)
    ON CONFLICT (word) DO UPDATE SET in_name = true, spelling = excluded.spelling
      WHERE excluded.in_name AND NOT known.in_name;
  RETURN NULL;
END $$;
