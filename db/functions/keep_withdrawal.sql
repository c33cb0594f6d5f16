-- Trigger: keeps statements of withdrawal as evidence. The only allowed changes are its link to an order, once, and its deletion
-- after five years.
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
