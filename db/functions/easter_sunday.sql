-- Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher), as in app/platform/working-days.ts. Called by legal_end.
CREATE FUNCTION easter_sunday(year integer) RETURNS date LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  century CONSTANT integer := year / 100;
  h CONSTANT integer := (19 * (year % 19) + century - century / 4 - (8 * century + 13) / 25 + 15) % 30;
  l CONSTANT integer := (32 + 2 * (century % 4) + 2 * (year % 100 / 4) - h - year % 4) % 7;
  m CONSTANT integer := (year % 19 + 11 * h + 22 * l) / 451;
  sum CONSTANT integer := h + l - 7 * m + 114;
BEGIN
  RETURN make_date(year, sum / 31, sum % 31 + 1);
END $$;
