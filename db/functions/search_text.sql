-- The words of a text, separated by one space, letters and digits apart: « Après-soleil, SPF50+ » → « apres soleil spf 50 ».
-- Removes the plural « x », which the stemmer leaves: « cheveux » and « cheveu » are one word. Called by search_vector,
-- learn_words and the search.
CREATE FUNCTION search_text(original text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- Three steps without lookaround, which is slow: this runs over every description.
  original := regexp_replace(fold(original), '[^a-z0-9\u00c0-\u1fff\u3000-\uffff]+', ' ', 'g');
  original := regexp_replace(regexp_replace(original, '([^ 0-9])([0-9])', '\1 \2', 'g'), '([0-9])([^ 0-9])', '\1 \2', 'g');
  RETURN btrim(regexp_replace(original, '([a-z][aeo]u)x\M', '\1', 'g'));
END $$;
