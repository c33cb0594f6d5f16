-- The last day of the legal period of withdrawal: 14 days after delivery, whose day doesn't count (Code de la consommation,
-- L221-18); a period that ends on a Saturday, a Sunday or a holiday ends on the next working day (L221-19). Called by
-- withdrawal_end, and to show that day.
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
