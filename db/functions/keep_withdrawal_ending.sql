-- Trigger: refuses to change the reason for which a statement of withdrawal was closed; it is deleted only with the statement.
CREATE FUNCTION keep_withdrawal_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The cascade runs after the statement's deletion, which keep_withdrawal allows after five years only.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM withdrawals WHERE id = OLD.withdrawal_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the end of a withdrawal is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_endings_kept';
END $$;
CREATE TRIGGER withdrawal_endings_kept BEFORE UPDATE OR DELETE ON withdrawal_endings
  FOR EACH ROW EXECUTE FUNCTION keep_withdrawal_ending();
