-- Like withdrawn_quantity, for a statement whose articles are a typed text: the shop can't tell which lines it means, so each
-- refunded line counts for one such statement. Called to tell whether a statement is settled.
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
