-- Written by scripts/function-migration.ts from db/functions.

SET LOCAL check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.add_stock_move(the_product text, the_reason text, the_change integer, now_on_hand integer, the_note text, the_order text, the_form text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT add_stock_move(the_product, the_reason, the_change, now_on_hand, the_note, the_order, the_form,
    nullif(current_setting('eclat.actor', true), ''))
$function$;

CREATE OR REPLACE FUNCTION public.add_stock_move(the_product text, the_reason text, the_change integer, now_on_hand integer, the_note text, the_order text, the_form text, the_actor text)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO stock_moves (product_id, number, reason, change, on_hand, note, order_id, actor_id, form_key)
    SELECT the_product, coalesce(max(number), 0) + 1, the_reason, the_change, now_on_hand, the_note, the_order, the_actor, the_form
    FROM stock_moves WHERE product_id = the_product
$function$;

CREATE OR REPLACE FUNCTION public.forget_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = OLD.product_id AND held > 0;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = OLD.product_id AND missing > 0;
  -- An import may make a product with the same id again.
  IF OLD.is_counted THEN PERFORM add_stock_move(OLD.product_id, 'stop', -OLD.on_hand, 0, '', NULL, NULL, NULL); END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.move_stock(the_product text, the_reason text, the_change integer, the_note text, the_order text, the_form text DEFAULT NULL::text)
 RETURNS text[]
 LANGUAGE sql
AS $function$
  SELECT move_stock(the_product, the_reason, the_change, the_note, the_order, the_form,
    nullif(current_setting('eclat.actor', true), ''))
$function$;

CREATE OR REPLACE FUNCTION public.move_stock(the_product text, the_reason text, the_change integer, the_note text, the_order text, the_form text, the_actor text)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
DECLARE
  before stock;
  now_on_hand integer;
  excess integer;
  lacking text[];
BEGIN
  SELECT * INTO before FROM stock WHERE product_id = the_product AND is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN '{}'; END IF;
  now_on_hand := before.on_hand + the_change;
  excess := before.held - now_on_hand;
  IF excess > 0 THEN
    WITH holding AS (
      SELECT order_id, position, held, sum(held) OVER (ORDER BY order_id DESC) - held AS newer
      FROM stock_holds WHERE product_id = the_product AND held > 0
    ), parts AS (
      UPDATE stock_holds AS hold SET held = hold.held - least(holding.held, excess - newer),
        missing = hold.missing + least(holding.held, excess - newer)
      FROM holding WHERE hold.order_id = holding.order_id AND hold.position = holding.position AND newer < excess
      RETURNING hold.order_id
    ) SELECT array_agg(order_id ORDER BY order_id DESC) INTO lacking FROM parts;
    PERFORM notify_orders(lacking);
  END IF;
  UPDATE stock SET on_hand = now_on_hand, held = least(held, now_on_hand) WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, the_reason, the_change, now_on_hand, the_note, the_order, the_form, the_actor);
  IF the_change > 0 THEN PERFORM fill_missing(the_product); END IF;
  RETURN coalesce(lacking[:50], '{}');
END $function$;

CREATE OR REPLACE FUNCTION public.start_counting(the_product text, now_on_hand integer, the_note text, the_form text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT start_counting(the_product, now_on_hand, the_note, the_form, nullif(current_setting('eclat.actor', true), ''))
$function$;

CREATE OR REPLACE FUNCTION public.start_counting(the_product text, now_on_hand integer, the_note text, the_form text, the_actor text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM stock WHERE product_id = the_product AND NOT is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE stock SET is_counted = true, on_hand = now_on_hand, is_alerted = now_on_hand <= alert_level WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, 'start', now_on_hand, now_on_hand, the_note, NULL, the_form, the_actor);
  INSERT INTO stock_holds (order_id, position, product_id, missing, gone)
    SELECT orders.id, line.position, the_product,
      CASE WHEN orders.refunded_cents < orders.total_cents
        AND (orders.is_paid OR (orders.payment_method = 'Paiement à la livraison' AND orders.hold_ended_at IS NULL)) THEN line.unsent ELSE 0 END,
      line.sent
    FROM order_lines JOIN orders ON orders.id = order_lines.order_id
      JOIN LATERAL order_pieces(orders.id) AS line ON line.position = order_lines.position
    WHERE order_lines.product_id = the_product AND NOT orders.is_shipped AND orders.cancelled_at IS NULL
    ON CONFLICT (order_id, position) DO UPDATE SET missing = EXCLUDED.missing, gone = greatest(stock_holds.gone, EXCLUDED.gone);
  PERFORM fill_missing(the_product);
END $function$;

CREATE OR REPLACE FUNCTION public.stop_counting(the_product text, the_note text)
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT stop_counting(the_product, the_note, nullif(current_setting('eclat.actor', true), ''))
$function$;

CREATE OR REPLACE FUNCTION public.stop_counting(the_product text, the_note text, the_actor text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  before stock;
BEGIN
  SELECT * INTO before FROM stock WHERE product_id = the_product AND is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = the_product AND held > 0;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = the_product AND missing > 0;
  UPDATE stock SET is_counted = false, on_hand = 0, held = 0, is_alerted = false WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, 'stop', -before.on_hand, 0, the_note, NULL, NULL, the_actor);
END $function$;

CREATE OR REPLACE FUNCTION public.sync_stock(the_order orders)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
DECLARE
  is_sure boolean := the_order.is_paid
    OR (the_order.payment_method = 'Paiement à la livraison' AND the_order.hold_ended_at IS NULL);
  is_wanted boolean := the_order.cancelled_at IS NULL AND NOT the_order.is_shipped
    AND (is_sure OR the_order.hold_ended_at IS NULL);
  is_refunded boolean := the_order.refunded_cents >= the_order.total_cents;
  line record;
  pieces record;
  wanted integer;
  leaving integer;
  taken integer;
  free integer;
  held_now integer;
  missing_now integer;
  shortages jsonb := '[]';
BEGIN
  FOR line IN
    SELECT lines.position, lines.product_id, lines.name, stock.on_hand, stock.held
    FROM order_lines AS lines JOIN stock ON stock.product_id = lines.product_id
    WHERE lines.order_id = the_order.id AND stock.is_counted
    ORDER BY lines.product_id FOR NO KEY UPDATE OF stock
  LOOP
    SELECT sent, unsent, sendable, held, missing, gone INTO pieces
      FROM order_pieces(the_order.id) AS counted WHERE counted.position = line.position;
    -- Pieces whose refund is under way stay on the shelf.
    leaving := greatest(0, pieces.sent - pieces.gone
      + CASE WHEN the_order.is_shipped AND NOT is_refunded THEN pieces.sendable ELSE 0 END);
    free := line.on_hand - line.held + pieces.held;
    -- More may leave than the shop knew of: the rest was on no shelf.
    taken := least(leaving, free);
    wanted := CASE WHEN is_wanted AND NOT is_refunded THEN pieces.unsent ELSE 0 END;
    held_now := least(wanted, free - taken);
    missing_now := CASE WHEN is_sure THEN wanted - held_now ELSE 0 END;
    IF held_now < wanted THEN
      shortages := shortages || jsonb_build_object('productId', line.product_id, 'name', line.name, 'available', free - taken);
    END IF;
    CONTINUE WHEN leaving = 0 AND held_now = pieces.held AND missing_now = pieces.missing;
    INSERT INTO stock_holds AS hold (order_id, position, product_id, held, missing, gone)
      VALUES (the_order.id, line.position, line.product_id, held_now, missing_now, leaving)
      ON CONFLICT (order_id, position) DO UPDATE SET held = held_now, missing = missing_now, gone = hold.gone + leaving;
    UPDATE stock SET on_hand = on_hand - taken, held = held - pieces.held + held_now WHERE product_id = line.product_id;
    IF taken > 0 THEN
      PERFORM add_stock_move(line.product_id, 'sale', -taken, line.on_hand - taken, '', the_order.id, NULL, NULL);
    END IF;
    -- Released pieces go to the orders that lack some.
    IF held_now + taken < pieces.held THEN PERFORM fill_missing(line.product_id); END IF;
  END LOOP;
  RETURN shortages;
END $function$;
