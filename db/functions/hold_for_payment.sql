-- Holds an unpaid order's pieces again: all of them, or none if some are missing. Returns the missing pieces like sync_stock.
-- Called before a payment begins and when a cash order is confirmed; the caller has locked the order.
CREATE FUNCTION hold_for_payment(wanted_order text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  the_order orders;
  shortages jsonb;
BEGIN
  SELECT * INTO the_order FROM orders WHERE id = wanted_order;
  the_order.hold_ended_at := NULL;
  BEGIN
    shortages := sync_stock(the_order);
    -- Ends the subtransaction: nothing is held.
    IF shortages <> '[]' THEN RAISE EXCEPTION USING ERRCODE = 'raise_exception'; END IF;
  EXCEPTION WHEN raise_exception THEN RETURN shortages;
  END;
  UPDATE orders SET hold_ended_at = NULL WHERE id = wanted_order AND hold_ended_at IS NOT NULL;
  RETURN shortages;
END $$;
