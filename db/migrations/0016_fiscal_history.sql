-- outside a transaction
-- Adds what was settled and refunded before the journal existed, oldest first, marked « migration ». Repeatable: entries that
-- exist are left out.
DO $$
DECLARE
  one record;
  found_count integer;
BEGIN
  LOOP
    found_count := 0;
    FOR one IN
      SELECT * FROM (
        SELECT CASE payment_method WHEN 'Paiement à la livraison' THEN 'cash' ELSE 'online' END AS kind,
          id AS order_id, NULL AS refund_id, total_cents AS amount,
          coalesce(CASE payment_method WHEN 'Paiement à la livraison' THEN shipped_at END, paid_at, created_at) AS moment
        FROM orders WHERE (is_paid OR (is_shipped AND payment_method = 'Paiement à la livraison'))
          AND NOT EXISTS (SELECT FROM fiscal_entries WHERE fiscal_entries.order_id = orders.id AND kind <> 'refund')
        UNION ALL
        SELECT 'refund', order_id, id, -amount_cents, updated_at FROM refunds WHERE state = 'done'
          AND NOT EXISTS (SELECT FROM fiscal_entries WHERE refund_id = refunds.id)) AS missing
      ORDER BY moment, refund_id NULLS FIRST, order_id LIMIT 2000
    LOOP
      PERFORM append_fiscal_entry(one.kind, 'migration', one.order_id, one.refund_id, one.amount, one.moment);
      found_count := found_count + 1;
    END LOOP;
    EXIT WHEN found_count = 0;
    COMMIT;
  END LOOP;
END $$;
