-- The days of returns that the shop promised with an order, from delivery: a setting; 30 as specified (§9).
ALTER TABLE orders ADD COLUMN return_days smallint NOT NULL DEFAULT 30;
ALTER TABLE orders ADD CONSTRAINT orders_return_days_check CHECK (return_days BETWEEN 14 AND 365) NOT VALID;

-- Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher), as in app/platform/working-days.ts.
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

-- The last day of the legal period of withdrawal: 14 days after delivery, whose day doesn't count (Code de la consommation,
-- L221-18); a period that ends on a Saturday, a Sunday or a holiday ends on the next working day (L221-19).
CREATE FUNCTION legal_end(delivered date) RETURNS date LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  ends date := delivered + 14;
BEGIN
  WHILE extract(isodow FROM ends) > 5
    OR to_char(ends, 'MM-DD') IN ('01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25')
    OR ends - easter_sunday(extract(year FROM ends)::integer) IN (1, 39, 50)
  LOOP
    ends := ends + 1;
  END LOOP;
  RETURN ends;
END $$;

-- The last day of the period that a shop gives: never before the legal one, which is prolonged by four days at most.
CREATE FUNCTION withdrawal_end(delivered date, days integer) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN days < 18 THEN greatest(delivered + days, legal_end(delivered)) ELSE delivered + days END
$$;
