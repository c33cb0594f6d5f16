-- Announced price reductions (code de la consommation, L112-1-1; directive 98/6, art. 6a): the struck prior price is the lowest
-- of the 30 days before the reduction, and of a progressive reduction the one before its first step. It is computed here, so
-- that no writer can type it.
ALTER TABLE products
  -- The last day of an announced reduction; null without one.
  ADD COLUMN reduced_until date,
  -- Set by set_reduction().
  ADD COLUMN prior_price_cents integer;

-- Each price with its beginning. Products of an earlier version have no row until their price changes.
CREATE TABLE product_prices (
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  since timestamptz NOT NULL,
  price_cents integer NOT NULL,
  PRIMARY KEY (product_id, since)
);

CREATE FUNCTION record_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Before the first row, the price has been the same at least since the last edit.
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO product_prices
      SELECT OLD.id, coalesce(OLD.updated_at, OLD.created_at), OLD.price_cents
      WHERE NOT EXISTS (SELECT FROM product_prices WHERE product_id = OLD.id);
  END IF;
  -- The row's lock is held: of concurrent changes, the later one gets the later time, whenever its transaction began.
  INSERT INTO product_prices
    SELECT NEW.id, greatest(clock_timestamp(), max(since) + interval '1 microsecond'), NEW.price_cents
    FROM product_prices WHERE product_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER price_insert AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION record_price();
CREATE TRIGGER price_update AFTER UPDATE OF price_cents ON products FOR EACH ROW
  WHEN (NEW.price_cents <> OLD.price_cents) EXECUTE FUNCTION record_price();

-- The lowest price of the last 30 days in cents; null when the product's prices are known for fewer days.
CREATE FUNCTION lowest_price(the products) RETURNS integer STABLE LANGUAGE sql AS $$
  WITH history AS (
    SELECT since, price_cents FROM product_prices WHERE product_id = the.id
    UNION ALL
    SELECT coalesce(the.updated_at, the.created_at), the.price_cents
    WHERE NOT EXISTS (SELECT FROM product_prices WHERE product_id = the.id)
  )
  SELECT min(price_cents) FROM history
  WHERE since >= (SELECT max(since) FROM history WHERE since <= now() - interval '30 days')
$$;

-- The prior price, in cents, of a reduction to this price that is announced now or already; null when nothing may be announced.
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

CREATE FUNCTION set_reduction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.prior_price_cents := CASE WHEN TG_OP = 'UPDATE' THEN prior_price(OLD, NEW.price_cents, NEW.reduced_until) END;
  IF NEW.prior_price_cents IS NULL THEN NEW.reduced_until := NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER reduction_insert BEFORE INSERT ON products FOR EACH ROW
  WHEN (NEW.reduced_until IS NOT NULL OR NEW.prior_price_cents IS NOT NULL) EXECUTE FUNCTION set_reduction();
CREATE TRIGGER reduction_update BEFORE UPDATE OF price_cents, reduced_until, prior_price_cents ON products FOR EACH ROW
  WHEN ((NEW.price_cents, NEW.reduced_until, NEW.prior_price_cents)
    IS DISTINCT FROM (OLD.price_cents, OLD.reduced_until, OLD.prior_price_cents))
  EXECUTE FUNCTION set_reduction();
