-- Trigger: refuses to change a transaction of the provider that has moved money; it keeps the number of its entry in the
-- accounts.
CREATE FUNCTION refuse_moved_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.amount_cents, OLD.fee_cents, OLD.currency, OLD.kind, OLD.moved_at)
      IS DISTINCT FROM (NEW.amount_cents, NEW.fee_cents, NEW.currency, NEW.kind, NEW.moved_at)
      OR (OLD.number IS NOT NULL AND (OLD.year, OLD.number) IS DISTINCT FROM (NEW.year, NEW.number)) THEN
    RAISE EXCEPTION 'transaction % has moved money: it never changes', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON provider_transactions FOR EACH ROW
  WHEN (OLD.moved_at IS NOT NULL) EXECUTE FUNCTION refuse_moved_transaction();
