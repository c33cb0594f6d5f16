-- The lowest price, in cents, of the last 30 days; null if the product's prices are known for fewer days. Called by prior_price,
-- and to check a reduction before it is saved.
CREATE FUNCTION lowest_price(the products) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT cents FROM lowest_price_before(the, now()) WHERE known_since IS NULL
$$;
