-- Search: what the visitor types and what the shop sells are brought to the same words (no accents, no capitals,
-- no ligatures), stemmed in French, and looked up in two tables that triggers keep.

-- « Crème CŒUR » → « creme coeur ». IMMUTABLE, which unaccent() is not for the planner: its rules change with a new
-- PostgreSQL at most, and nothing here is indexed by an expression.
CREATE FUNCTION fold(original text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN lower(unaccent(original));
END $$;

-- The words of a text with one space between them, letters and figures apart: « Après-soleil, SPF50+ » → « apres soleil
-- spf 50 ». The plural that the stemmer leaves goes here: « cheveux » and « cheveu » are one word.
CREATE FUNCTION search_text(original text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- In three steps, without looking around: this runs over every description.
  original := regexp_replace(fold(original), '[^a-z0-9\u00c0-\u1fff\u3000-\uffff]+', ' ', 'g');
  original := regexp_replace(regexp_replace(original, '([^ 0-9])([0-9])', '\1 \2', 'g'), '([0-9])([^ 0-9])', '\1 \2', 'g');
  RETURN btrim(regexp_replace(original, '([a-z][aeo]u)x\M', '\1', 'g'));
END $$;

-- How a folded word sounds to a French ear, roughly: « hyaluronique » and « hialuronic » are both « ialuronik »,
-- « shampooing » and « champouin » both « c2pu1 ». Figures stand for nasal vowels, c for « ch ».
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

-- ── products ────────────────────────────────────────────────────────────────
-- A table of its own, so that a new price or a new rating never touches the index. Every word by its stem, weighed
-- by where it stands (A name, B category, C description, D composition). Besides, under marks that no word can have:
-- « =creme », every word of name and category whole, for what is still being typed; « #crem », every stem of the name,
-- for what must stand in it; « ^creme », the name's first word, which the ranking knows.
CREATE TABLE product_search (
  product_id text PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  vector tsvector NOT NULL
);
CREATE INDEX product_search_vector ON product_search USING gin (vector);

CREATE FUNCTION search_marks(mark text, words text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(mark || word || ':1A', ' '), '')::tsvector FROM unnest(words) AS word WHERE length(word) BETWEEN 1 AND 40
$$;

-- The bounds keep a vector below what PostgreSQL accepts, whatever is pasted into a product.
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

-- ── words ───────────────────────────────────────────────────────────────────
-- Every distinct word that the shop has used: what a misspelt word is compared with. Words are added and never
-- counted nor taken away, so that two products being saved never wait for each other; one that no product has any
-- longer finds nothing.
CREATE TABLE search_words (
  word text PRIMARY KEY,
  -- As it was first written, with its accents.
  spelling text NOT NULL,
  stem text NOT NULL,
  sound text NOT NULL,
  -- Whether it is some product's or category's name, or only described one.
  in_name boolean NOT NULL
);
CREATE INDEX search_words_stem ON search_words (stem);
CREATE INDEX search_words_prefix ON search_words (word COLLATE "C");
CREATE INDEX search_words_letters ON search_words USING gin (word gin_trgm_ops, sound gin_trgm_ops);

-- ── kept by triggers ────────────────────────────────────────────────────────
CREATE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_search SELECT id, search_vector(changed) FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER search_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();

CREATE FUNCTION index_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET vector = search_vector(NEW) WHERE product_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_update AFTER UPDATE OF name, category, description, composition ON products FOR EACH ROW
  WHEN ((OLD.name, OLD.category, OLD.description, OLD.composition) IS DISTINCT FROM (NEW.name, NEW.category, NEW.description, NEW.composition))
  EXECUTE FUNCTION index_changed_product();

CREATE FUNCTION learn_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH texts AS (
    SELECT text, in_name FROM changed JOIN products AS product ON product.id = changed.product_id,
      LATERAL (VALUES (name || ' ' || category, true), (left(description, 20000) || ' ' || left(composition, 20000), false)) AS texts (text, in_name)
  ), spellings AS (
    -- The parser would take « caprylic/capric » for a file.
    SELECT lower(spelling COLLATE french) AS spelling, bool_or(in_name) AS in_name
    FROM texts, unnest(tsvector_to_array(to_tsvector('simple', replace(text, '/', ' ')))) AS spelling
    GROUP BY 1
  ), words AS (
    SELECT DISTINCT ON (word) word, spelling, in_name
    FROM (SELECT search_text(spelling) AS word, spelling, in_name FROM spellings) AS folded
    WHERE word ~ '^[a-z]{3,40}$'
    ORDER BY word, in_name DESC, spelling DESC
  ), stemmed AS (
    SELECT *, (ts_lexize('french_stem', word))[1] AS stem FROM words
  )
  -- Only what is new is written, and in order, so that two products saved at once don't wait for each other in a ring.
  INSERT INTO search_words AS known (word, spelling, stem, sound, in_name)
    SELECT word, spelling, stem, search_sound(word), in_name FROM stemmed
    WHERE stem IS NOT NULL AND NOT EXISTS
      (SELECT FROM search_words AS other WHERE other.word = stemmed.word AND (other.in_name OR NOT stemmed.in_name))
    ORDER BY word
    ON CONFLICT (word) DO UPDATE SET in_name = true, spelling = excluded.spelling
      WHERE excluded.in_name AND NOT known.in_name;
  RETURN NULL;
END $$;
CREATE TRIGGER search_words_insert AFTER INSERT ON product_search REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION learn_words();
CREATE TRIGGER search_words_update AFTER UPDATE ON product_search REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION learn_words();

-- What the shop sells already.
INSERT INTO product_search SELECT id, search_vector(products) FROM products;
