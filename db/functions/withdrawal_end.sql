-- The last day of the period that a shop gives: never before the legal one, which is prolonged by four days at most. Called to
-- tell whether an order can still be withdrawn from, and until when.
CREATE FUNCTION withdrawal_end(delivered date, days integer) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN days < 18 THEN greatest(delivered + days, legal_end(delivered)) ELSE delivered + days END
$$;
