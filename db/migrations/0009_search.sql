-- Product search. Queries and products are reduced to the same words: without accents, capitals or ligatures, with French
-- stems. Triggers maintain the search tables.

-- ── words ───────────────────────────────────────────────────────────────────
-- The words of a text, separated by one space, letters and digits apart: « Après-soleil, SPF50+ » → « apres soleil
-- spf 50 ». Removes the plural « x », which the stemmer leaves: « cheveux » and « cheveu » are one word.
CREATE FUNCTION search_text(original text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- Three steps without lookaround, which is slow: this runs over every description.
  original := regexp_replace(fold(original), '[^a-z0-9\u00c0-\u1fff\u3000-\uffff]+', ' ', 'g');
  original := regexp_replace(regexp_replace(original, '([^ 0-9])([0-9])', '\1 \2', 'g'), '([0-9])([^ 0-9])', '\1 \2', 'g');
  RETURN btrim(regexp_replace(original, '([a-z][aeo]u)x\M', '\1', 'g'));
END $$;

-- A rough French phonetic code of a folded word: « hyaluronique » and « hialuronic » are both « ialuronik », « shampooing »
-- and « champouin » both « c2pu1 ». Digits are nasal vowels, c is « ch ».
CREATE FUNCTION search_sound(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  step text[];
BEGIN
  FOREACH step SLICE 1 IN ARRAY ARRAY[
    ['ph', 'f'], ['sc?h|ch', 'C'], ['qu?|ck|c(?![eiyC])', 'k'], ['c', 's'],
    ['gu(?=[eiy])', 'G'], ['g(?=[eiy])', 'j'], ['h', ''], ['y', 'i'], ['z', 's'],
    ['eau|au', 'o'], ['ou|oo', 'u'], ['oeu|eu', 'e'], ['oi(?=[mn](?![aeioumn]))', 'ui'], ['[ae]i(?![mn])', 'e'],
    ['(?:[ae]?i|u)[mn](?![aeioumn])', '1'], ['[ae][mn](?![aeioumn])', '2'], ['o[mn](?![aeioumn])', '3'],
    ['(.)\1+', '\1'], ['(?<=..)[egstxdp]+$', '']]
  LOOP
    word := regexp_replace(word, step[1], step[2], 'g');
  END LOOP;
  RETURN lower(word);
END $$;

-- The French stem of a folded word; null for a stop word outside names. Digits, words of one or two letters, and the stop words
-- of names have an empty stem: they complete a prefix, but never correct a misspelt word.
CREATE FUNCTION search_stem(word text, in_name boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN word ~ '^[a-z]{3}' THEN coalesce((ts_lexize('french_stem', word))[1], CASE WHEN in_name THEN '' END) ELSE '' END
$$;

-- Each distinct word of the catalogue: prefixes are completed and misspelt words corrected with these. Words are never
-- counted or deleted, so that concurrent product saves don't wait for each other. A word without products finds nothing.
CREATE TABLE search_words (
  word text PRIMARY KEY,
  -- With accents, as first written in a name or category, otherwise in another text.
  spelling text NOT NULL,
  stem text NOT NULL,
  sound text NOT NULL,
  -- Whether the word occurs in a name or category, or only in other texts.
  in_name boolean NOT NULL
);
CREATE INDEX search_words_stem ON search_words (stem);
CREATE INDEX search_words_prefix ON search_words (word COLLATE "C");
CREATE INDEX search_words_letters ON search_words USING gin (word gin_trgm_ops, sound gin_trgm_ops);

-- ── a product's search vector ───────────────────────────────────────────────
CREATE FUNCTION search_marks(mark text, words text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(mark || word || ':1A', ' '), '')::tsvector FROM unnest(words) AS word WHERE length(word) BETWEEN 1 AND 40
$$;

-- All texts: each word's stem, weighted by its place (A name, B category, C description, D composition). Marked lexemes,
-- which no word equals:
--   « =creme »  a whole word of name or category, for prefixes
--   « #crem »   a stem of the name, for words that must occur in it
--   « ^creme »  the first word of the name, for the ranking
-- The limits keep the vector below PostgreSQL's maximum (1 MB).
CREATE FUNCTION search_vector(product products) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  name text := search_text(product.name);
  category text := search_text(product.category);
  name_stems tsvector := to_tsvector('french', name);
BEGIN
  RETURN setweight(name_stems, 'A')
      || setweight(to_tsvector('french', category), 'B')
      || setweight(to_tsvector('french', search_text(left(product.description, 20000))), 'C')
      || setweight(to_tsvector('french', search_text(left(product.composition, 20000))), 'D')
      || search_marks('=', string_to_array(name || ' ' || category, ' '))
      || search_marks('#', tsvector_to_array(name_stems))
      || search_marks('^', ARRAY[split_part(name, ' ', 1)]);
END $$;

-- A table of its own, so that a new price or rating never touches its indexes.
CREATE TABLE product_search (
  product_id text PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  vector tsvector NOT NULL,
  -- One product in sixteen, by a hash of its id.
  is_sampled boolean NOT NULL GENERATED ALWAYS AS (hashtext(product_id) & 15 = 0) STORED
);
-- A GIN index always reads a word's whole posting list, however few rows are wanted. A common word has enough products in the
-- sample's index, whose lists are short; a rare word has short lists in the other index. fastupdate = off: with it on, every
-- search would read the pending list, which a small shop rarely fills.
CREATE INDEX product_search_sampled ON product_search USING gin (vector) WITH (fastupdate = off) WHERE is_sampled;
CREATE INDEX product_search_others ON product_search USING gin (vector) WITH (fastupdate = off) WHERE NOT is_sampled;

-- At most `most` products that match `wanted`, the sampled ones first; the second index is read only when they are too few.
-- `indexed` is `wanted`, or a part of it: only this part is looked up in the indexes (ts_match_vq() uses none).
-- enable_seqscan = off: for a common word, the planner assumes evenly spread matches and would scan the table.
CREATE FUNCTION find_products(indexed tsquery, wanted tsquery, most integer) RETURNS TABLE (product_id text, vector tsvector)
LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
  SELECT product_id, vector FROM product_search WHERE is_sampled AND vector @@ indexed AND ts_match_vq(vector, wanted)
  UNION ALL
  SELECT product_id, vector FROM product_search WHERE NOT is_sampled AND vector @@ indexed AND ts_match_vq(vector, wanted)
  LIMIT most
$$;

-- The administrators' search by parts of words. Its rows are short, so that reading ten thousand of them takes little time.
-- Partitions: a search reads one after the other, with its part of the index, until it has enough products.
CREATE TABLE product_names (
  product_id text PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  -- Folded, with a space before each word: one or two letters at the beginning of a word make a trigram.
  text text NOT NULL
) PARTITION BY HASH (product_id);
CREATE TABLE product_names_0 PARTITION OF product_names FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE product_names_1 PARTITION OF product_names FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE product_names_2 PARTITION OF product_names FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE product_names_3 PARTITION OF product_names FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE product_names_4 PARTITION OF product_names FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE product_names_5 PARTITION OF product_names FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE product_names_6 PARTITION OF product_names FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE product_names_7 PARTITION OF product_names FOR VALUES WITH (MODULUS 8, REMAINDER 7);
CREATE INDEX product_names_words ON product_names USING gin (text gin_trgm_ops) WITH (fastupdate = off);

-- ── triggers that maintain the search tables ────────────────────────────────
CREATE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_search SELECT id, search_vector(changed) FROM changed;
  INSERT INTO product_names (product_id, text) SELECT id, ' ' || fold(name) FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER search_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();

CREATE FUNCTION index_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET vector = search_vector(NEW) WHERE product_id = NEW.id;
  UPDATE product_names SET text = ' ' || fold(NEW.name) WHERE product_id = NEW.id AND NEW.name <> OLD.name;
  RETURN NULL;
END $$;
CREATE TRIGGER search_update AFTER UPDATE OF name, category, description, composition ON products FOR EACH ROW
  WHEN ((OLD.name, OLD.category, OLD.description, OLD.composition) IS DISTINCT FROM (NEW.name, NEW.category, NEW.description, NEW.composition))
  EXECUTE FUNCTION index_changed_product();

-- Inserts new words of the changed products into search_words. Known words are not written, so most saves lock nothing.
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
