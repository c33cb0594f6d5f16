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

-- ── what a refund settles ───────────────────────────────────────────────────
-- Refunds of a line count for its statements in their order. A statement is settled once this many pieces of the line are
-- refunded: those that were refunded or stated before it, and its own. `last`: the statement; null: the order's last one.
-- Closed statements don't count, except `last`.
CREATE FUNCTION withdrawn_quantity(wanted_order text, wanted_position smallint, last text) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(least(bought, refunded_before + stated_from_here)), 0)::integer FROM (
    SELECT order_lines.quantity AS bought,
      sum(coalesce(chosen.quantity, order_lines.quantity)) OVER (ORDER BY withdrawals.id DESC) AS stated_from_here,
      (SELECT coalesce(sum(refund_lines.quantity), 0) FROM refund_lines JOIN refunds ON refunds.id = refund_id
        WHERE refund_lines.order_id = wanted_order AND refund_lines.position = wanted_position AND state <> 'failed'
          AND refunds.created_at < withdrawals.created_at) AS refunded_before
    FROM withdrawals JOIN order_lines ON order_lines.order_id = withdrawals.order_id AND order_lines.position = wanted_position
      LEFT JOIN jsonb_to_recordset(withdrawals.lines) AS chosen (position smallint, quantity integer) ON chosen.position = wanted_position
    WHERE withdrawals.order_id = wanted_order AND (last IS NULL OR withdrawals.id <= last)
      AND (chosen.position IS NOT NULL OR (withdrawals.lines IS NULL AND withdrawals.articles = ''))
      AND (withdrawals.id = last OR NOT EXISTS (SELECT FROM withdrawal_endings WHERE withdrawal_id = withdrawals.id))) AS stated
$$;

-- The same for a statement whose articles are a text: the shop can't tell which lines it means, so each refunded line counts
-- for one such statement.
CREATE FUNCTION refunds_for_texts(wanted_order text, last text) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(refunded_before + stated_from_here), 0)::integer FROM (
    SELECT count(*) OVER (ORDER BY withdrawals.id DESC) AS stated_from_here,
      (SELECT coalesce(sum(greatest(1, (SELECT count(*) FROM refund_lines WHERE refund_id = refunds.id))), 0) FROM refunds
        WHERE refunds.order_id = wanted_order AND state <> 'failed' AND refunds.created_at < withdrawals.created_at) AS refunded_before
    FROM withdrawals
    WHERE order_id = wanted_order AND withdrawals.id <= last AND lines IS NULL AND articles <> ''
      AND (withdrawals.id = last OR NOT EXISTS (SELECT FROM withdrawal_endings WHERE withdrawal_id = withdrawals.id))) AS stated
$$;
