-- The lowest price, in cents, of the 30 days before a moment (consumer code, L112-1-1). `known_since`: the time of the oldest
-- known price if the prices are known for fewer days, else null. For a moment before all prices, it is the first price. Called by
-- lowest_price, and for the prior prices of a reduction in the cart.
CREATE FUNCTION lowest_price_before(the products, moment timestamptz, OUT cents integer, OUT known_since timestamptz)
STABLE LANGUAGE sql AS $$
  WITH history AS (
    SELECT since, price_cents FROM product_prices WHERE product_id = the.id
    UNION ALL
    SELECT coalesce(the.updated_at, the.created_at), the.price_cents
    WHERE NOT EXISTS (SELECT FROM product_prices WHERE product_id = the.id)
  ), bounds AS (
    SELECT coalesce(max(since) FILTER (WHERE since <= moment - interval '30 days'), min(since)) AS start FROM history
  )
  SELECT min(price_cents), CASE WHEN start > moment - interval '30 days' THEN start END
  FROM history, bounds WHERE since BETWEEN start AND greatest(moment, start) GROUP BY start
$$;
