-- The prior price, in cents, of a reduction to this price, for one that is announced now or already; null if none may be
-- announced. Called by set_reduction, and to check a reduction before it is saved.
CREATE FUNCTION prior_price(the products, new_price_cents integer, new_reduced_until date) RETURNS integer
STABLE LANGUAGE sql AS $$
  SELECT CASE
    WHEN new_reduced_until IS NULL OR new_reduced_until < (now() AT TIME ZONE 'Europe/Paris')::date THEN NULL
    -- A further step of the same reduction.
    WHEN the.reduced_until >= (now() AT TIME ZONE 'Europe/Paris')::date AND new_price_cents <= the.price_cents
      THEN the.prior_price_cents
    ELSE (SELECT lowest FROM lowest_price(the) AS lowest WHERE lowest > new_price_cents)
  END
$$;
