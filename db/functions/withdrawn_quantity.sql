-- The refunded pieces of a line that count for its statements of withdrawal, in the order of the statements. A statement is
-- settled once this many pieces of the line are refunded: those that were refunded or stated before it, and its own. `last`: the
-- statement; null: the order's last one. Closed statements don't count, except `last`. Called by order_pieces, and to tell
-- whether a statement is settled.
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
