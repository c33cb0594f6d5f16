-- Product search: what visitors type and what the shop sells are folded to the same words (no accents, capitals or
-- ligatures), stemmed in French, and looked up in tables that triggers maintain.

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

-- The French stem of a folded word; null for a stop word. A name's digits, stop words and words of one or two letters
-- have an empty stem: they complete a prefix, but never correct a misspelt word.
CREATE FUNCTION search_stem(word text, in_name boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN word ~ '^[a-z]{3}' THEN coalesce((ts_lexize('french_stem', word))[1], CASE WHEN in_name THEN '' END) ELSE '' END
$$;

-- Each distinct word of the catalogue: prefixes are completed and misspelt words corrected with these. Words are never
-- counted or deleted, so that concurrent product saves don't wait for each other. A word without products finds nothing.
CREATE TABLE search_words (
  word text PRIMARY KEY,
  -- As first written, with accents.
  spelling text NOT NULL,
  stem text NOT NULL,
  sound text NOT NULL,
  -- Whether it occurs in a name or category, or only in other texts.
  in_name boolean NOT NULL,
  -- Estimated share of the products that contain the stem; 0 for a rare one (weigh_words).
  share real NOT NULL DEFAULT 0
);
CREATE INDEX search_words_stem ON search_words (stem);
CREATE INDEX search_words_prefix ON search_words (word COLLATE "C");
CREATE INDEX search_words_letters ON search_words USING gin (word gin_trgm_ops, sound gin_trgm_ops);

-- ── what is indexed of a product ────────────────────────────────────────────
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

-- Name and category alone: the marked lexemes of search_vector().
CREATE FUNCTION name_words(name text, category text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  name := search_text(name);
  RETURN search_marks('=', string_to_array(name || ' ' || search_text(category), ' '))
    || search_marks('#', tsvector_to_array(to_tsvector('french', name)))
    || search_marks('^', ARRAY[split_part(name, ' ', 1)]);
END $$;

-- The index keys of a name, from its name_words(): the words (« =roses », « #ros »), each pair of its stems and category
-- (« clair+ros », « ~Parfums+ros », the smaller one in bytes first), and the first one to four letters of each word (« <r »,
-- « <ro »). The high COST makes the planner use the index even in a small shop, instead of computing keys per row.
CREATE FUNCTION name_keys(words tsvector, category text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  COST 10000 AS $$
DECLARE
  lexemes CONSTANT text[] := tsvector_to_array(words);
BEGIN
  RETURN array_to_tsvector(ARRAY(
    WITH items AS (
      SELECT '~' || category AS item UNION ALL SELECT substr(lexeme, 2) FROM unnest(lexemes) AS lexeme WHERE starts_with(lexeme, '#')
    )
    SELECT lexeme FROM unnest(lexemes) AS lexeme WHERE NOT starts_with(lexeme, '^')
    UNION ALL SELECT one.item || '+' || other.item FROM items AS one, items AS other WHERE one.item COLLATE "C" < other.item COLLATE "C"
    UNION ALL SELECT '<' || substr(lexeme, 2, letters) FROM unnest(lexemes) AS lexeme, generate_series(1, 4) AS letters
      WHERE starts_with(lexeme, '=') AND length(lexeme) > letters
  ));
END $$;

-- A GIN index always reads a key's whole posting list, however few rows are wanted. The search tables are therefore
-- partitioned into tiers of 1, 7, 16 and 40 of 64 products, read one after the other until enough is found.
CREATE FUNCTION search_tier(product_id text) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (CASE WHEN place < 1 THEN 0 WHEN place < 8 THEN 1 WHEN place < 24 THEN 2 ELSE 3 END)::smallint
  FROM (SELECT hashtext(product_id) & 63 AS place) AS hashed
$$;

-- ── search tables ───────────────────────────────────────────────────────────
-- Tables of their own, so that a new price or rating never touches their indexes. The tier is stored, because hashtext()
-- may change in another PostgreSQL version. fastupdate = off: every search would read the pending list, and a small shop
-- rarely fills it.
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
CREATE INDEX product_search_vector ON product_search USING gin (vector) WITH (fastupdate = off);

-- Short rows, so that a broad search reads a thousand of them quickly.
CREATE TABLE product_names (
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  tier smallint NOT NULL,
  name text NOT NULL,
  category text NOT NULL,
  -- name_words()
  words tsvector NOT NULL,
  PRIMARY KEY (product_id, tier)
) PARTITION BY LIST (tier);
CREATE TABLE product_names_0 PARTITION OF product_names FOR VALUES IN (0);
CREATE TABLE product_names_1 PARTITION OF product_names FOR VALUES IN (1);
CREATE TABLE product_names_2 PARTITION OF product_names FOR VALUES IN (2);
CREATE TABLE product_names_3 PARTITION OF product_names FOR VALUES IN (3);
CREATE INDEX product_names_0_keys ON product_names_0 USING gin (name_keys(words, category)) WITH (fastupdate = off);
-- The second tier has three indexes, by the last character of the id (4, 8 and 20 of 32), so that each is at most twice as
-- large as those read before it.
CREATE INDEX product_names_1_keys_first ON product_names_1 USING gin (name_keys(words, category)) WITH (fastupdate = off)
  WHERE right(product_id, 1) COLLATE "C" < '4';
CREATE INDEX product_names_1_keys_second ON product_names_1 USING gin (name_keys(words, category)) WITH (fastupdate = off)
  WHERE right(product_id, 1) COLLATE "C" >= '4' AND right(product_id, 1) COLLATE "C" < 'C';
CREATE INDEX product_names_1_keys_third ON product_names_1 USING gin (name_keys(words, category)) WITH (fastupdate = off)
  WHERE right(product_id, 1) COLLATE "C" >= 'C';
CREATE INDEX product_names_2_keys ON product_names_2 USING gin (name_keys(words, category)) WITH (fastupdate = off);
CREATE INDEX product_names_3_keys ON product_names_3 USING gin (name_keys(words, category)) WITH (fastupdate = off);

-- ── triggers that maintain them ─────────────────────────────────────────────
CREATE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_search SELECT id, search_tier(id), category, search_vector(changed) FROM changed;
  INSERT INTO product_names SELECT id, search_tier(id), name, category, name_words(name, category) FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER search_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();

CREATE FUNCTION index_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET category = NEW.category, vector = search_vector(NEW) WHERE product_id = NEW.id;
  IF (OLD.name, OLD.category) IS DISTINCT FROM (NEW.name, NEW.category) THEN
    UPDATE product_names SET name = NEW.name, category = NEW.category, words = name_words(NEW.name, NEW.category)
      WHERE product_id = NEW.id;
  END IF;
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
    -- The words of product_names: the parser keeps « spf50 » as one word, search_text() splits it.
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

-- Updates search_words.share from PostgreSQL's own statistics. It only decides which words a search looks up first. Rows
-- locked by a product save are skipped until the next run.
CREATE FUNCTION weigh_words() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH common AS (
    SELECT stem, share FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS listed (stem, share)
    WHERE schemaname = current_schema AND tablename = 'product_search_3' AND attname = 'vector' AND stem IS NOT NULL
  ), changed AS (
    SELECT word, coalesce(common.share, 0) AS share FROM search_words AS known LEFT JOIN common USING (stem)
    WHERE known.share <> coalesce(common.share, 0) FOR NO KEY UPDATE OF known SKIP LOCKED
  )
  UPDATE search_words AS known SET share = changed.share FROM changed WHERE known.word = changed.word;
END $$;

-- ── lookups ─────────────────────────────────────────────────────────────────
-- At most `most` names whose keys match `sure` and whose words match `query` (null: any). One statement that reads the
-- indexes in turn and stops at the limit; a statement per index took longer to start than to run. enable_seqscan = off:
-- for a common word, the planner assumes evenly spread matches and would scan the table. force_generic_plan: planning took
-- longer than reading. ts_match_vq() instead of @@, so that only `sure` is looked up in the index.
CREATE FUNCTION named_products(query tsquery, sure tsquery, most integer) RETURNS SETOF product_names
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
  SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
BEGIN
  RETURN QUERY
    SELECT * FROM product_names WHERE tier = 0 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
    UNION ALL
    SELECT * FROM product_names WHERE tier = 1 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
      AND right(product_id, 1) COLLATE "C" < '4'
    UNION ALL
    SELECT * FROM product_names WHERE tier = 1 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
      AND right(product_id, 1) COLLATE "C" >= '4' AND right(product_id, 1) COLLATE "C" < 'C'
    UNION ALL
    SELECT * FROM product_names WHERE tier = 1 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
      AND right(product_id, 1) COLLATE "C" >= 'C'
    UNION ALL
    SELECT * FROM product_names WHERE tier = 2 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
    UNION ALL
    SELECT * FROM product_names WHERE tier = 3 AND name_keys(words, category) @@ sure AND ts_match_vq(words, query) IS NOT FALSE
    LIMIT most;
END $$;

-- At most `most` products that match `query` in any text. `sure` and `rarest` are weaker queries: the rarest words, the
-- rarest word. If few products of the first tier match one of them, only that one is looked up in the index and the other
-- words are tested on its rows, because a lookup costs the whole posting list of each word. A prefix has many posting lists:
-- then more rows are worth reading (70 instead of 4).
CREATE FUNCTION described_products(query tsquery, sure tsquery, rarest tsquery, most integer) RETURNS SETOF product_search
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
  SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  few CONSTANT integer := CASE WHEN query::text LIKE '%:*%' THEN 70 ELSE 4 END;
BEGIN
  IF rarest <> query AND (SELECT count(*) < 4 FROM (SELECT FROM product_search WHERE tier = 0 AND vector @@ rarest LIMIT 4) AS sampled) THEN
    RETURN QUERY SELECT * FROM product_search WHERE vector @@ rarest AND ts_match_vq(vector, query) LIMIT most;
  ELSIF sure <> query AND (SELECT count(*) < few FROM (SELECT FROM product_search WHERE tier = 0 AND vector @@ sure LIMIT few) AS sampled) THEN
    RETURN QUERY SELECT * FROM product_search WHERE vector @@ sure AND ts_match_vq(vector, query) LIMIT most;
  ELSE
    RETURN QUERY SELECT * FROM product_search WHERE vector @@ query LIMIT most;
  END IF;
END $$;
