-- Trigger: computes the prior price of an announced reduction, for every writer of products. A reduction without a prior price is
-- not announced (consumer code, L112-1-1).
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
