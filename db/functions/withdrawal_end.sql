-- The last day of the period of withdrawal that the shop offers. Never before the last day of the legal period, which may be
-- prolonged by at most four days. Called to tell whether an order can still be withdrawn from, and until when.
CREATE FUNCTION withdrawal_end(delivered date, days integer) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN days < 18 THEN greatest(delivered + days, legal_end(delivered)) ELSE delivered + days END
$$;
