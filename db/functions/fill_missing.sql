-- Holds available pieces for the order lines that lack some: first paid orders and those paid on delivery, then the oldest.
-- Called by move_stock, start_counting and sync_stock, which have locked the product's stock.
CREATE FUNCTION fill_missing(the_product text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free integer := (SELECT on_hand - held FROM stock WHERE product_id = the_product AND is_counted);
  filled integer;
  changed text[];
BEGIN
  IF free IS NULL OR free <= 0 THEN RETURN; END IF;
  WITH lacking AS (
    SELECT order_id, position, missing, sum(missing) OVER (
      ORDER BY is_paid OR payment_method = 'Paiement à la livraison' DESC, order_id) - missing AS before
    FROM stock_holds JOIN orders ON orders.id = order_id WHERE product_id = the_product AND missing > 0
  ), parts AS (
    UPDATE stock_holds AS hold SET held = hold.held + least(lacking.missing, free - before), missing = hold.missing - least(lacking.missing, free - before)
    FROM lacking WHERE hold.order_id = lacking.order_id AND hold.position = lacking.position AND before < free
    RETURNING hold.order_id, least(lacking.missing, free - before) AS part
  ) SELECT sum(part), array_agg(order_id) INTO filled, changed FROM parts;
  IF filled IS NULL THEN RETURN; END IF;
  UPDATE stock SET held = held + filled WHERE product_id = the_product;
  PERFORM notify_orders(changed);
END $$;
