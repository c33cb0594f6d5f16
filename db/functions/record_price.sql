-- Trigger: records every price of a product with the time from which it applies.
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
