-- The French stem of a folded word; null for a stop word outside names. Digits, words of one or two letters, and the stop words
-- of names have an empty stem: they complete a prefix, but never correct a misspelt word. Called by learn_words.
CREATE FUNCTION search_stem(word text, in_name boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN word ~ '^[a-z]{3}' THEN coalesce((ts_lexize('french_stem', word))[1], CASE WHEN in_name THEN '' END) ELSE '' END
$$;
