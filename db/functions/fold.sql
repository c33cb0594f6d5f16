-- Normalises a text for comparisons: « Crème CŒUR » → « creme coeur ». Called by everything that compares or searches texts, and
-- by generated columns. Declared IMMUTABLE, because generated columns and expression indexes require it. unaccent() is only
-- STABLE, but its rules change at most with a new PostgreSQL version. The fixed search path is for pg_restore, which computes
-- generated columns with an empty search path.
CREATE FUNCTION fold(original text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path FROM CURRENT AS $$
BEGIN
  RETURN lower(unaccent(original));
END $$;
