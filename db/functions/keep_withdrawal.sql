-- A statement of withdrawal is evidence: only its link to an order is added later, once, and it is removed after five years at
-- the earliest.
CREATE FUNCTION keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Retention: claims end after five years (civil code, 2224).
    IF OLD.created_at < now() - interval '5 years' THEN RETURN OLD; END IF;
  ELSIF OLD.order_id IS NULL AND NEW.order_id IS NOT NULL AND to_jsonb(NEW) - 'order_id' = to_jsonb(OLD) - 'order_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a withdrawal is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_kept';
END $$;
CREATE TRIGGER withdrawals_kept BEFORE UPDATE OR DELETE ON withdrawals
  FOR EACH ROW EXECUTE FUNCTION keep_withdrawal();
