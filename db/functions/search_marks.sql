-- The words as marked lexemes (see search_vector), without words that are too long. Called by search_vector, and to find the
-- categories that a query names.
CREATE FUNCTION search_marks(mark text, words text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(mark || word || ':1A', ' '), '')::tsvector FROM unnest(words) AS word WHERE length(word) BETWEEN 1 AND 40
$$;
