-- ── withdrawal_endings ──────────────────────────────────────────────────────
-- Statements of withdrawal that an administrator closed without a refund (docs/decisions/0067-closed-withdrawals.md). Evidence:
-- written once, and deleted only with its statement.
CREATE TABLE withdrawal_endings (
  withdrawal_id text PRIMARY KEY REFERENCES withdrawals ON DELETE CASCADE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 5 AND 1000),
  ended_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION keep_withdrawal_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The cascade runs after the statement's deletion, which keep_withdrawal allows after five years only.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM withdrawals WHERE id = OLD.withdrawal_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the end of a withdrawal is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_endings_kept';
END $$;
CREATE TRIGGER withdrawal_endings_kept BEFORE UPDATE OR DELETE ON withdrawal_endings
  FOR EACH ROW EXECUTE FUNCTION keep_withdrawal_ending();

-- The same topics as notify_withdrawal.
CREATE FUNCTION notify_withdrawal_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'withdrawal', 'id', NEW.withdrawal_id)::text);
  PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', orders.id, 'owner', orders.customer_id)::text)
    FROM withdrawals JOIN orders ON orders.id = withdrawals.order_id WHERE withdrawals.id = NEW.withdrawal_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT ON withdrawal_endings FOR EACH ROW EXECUTE FUNCTION notify_withdrawal_ending();
