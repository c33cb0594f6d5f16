-- A beginning of a few letters was looked for as up to fifty words, or as a stretch of the index; a common word in all of a
-- tier, seven times as large as the one before. Now whatever is asked of a name is a key of it.

-- The keys of a name: its words as product_names.words has them (« =roses », « #ros »); every pair of its stems and of its
-- category (« ~Parfums ») as « clair+ros », the one that comes first byte by byte first; the first one to four letters of
-- each word (« <r », « <ro »). Its cost is what it is: thought cheap, it would be worked out for every name of a small shop.
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
