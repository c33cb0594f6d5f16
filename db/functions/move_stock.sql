-- Changes a counted product's pieces on the shelf by hand, and records the movement. If orders hold more than the new number, the
-- newest orders lose theirs (missing pieces); new pieces are held for orders that lack some. Returns up to 50 orders that now
-- lack pieces. Called for a movement that an administrator types, for those of a file, and for goods that came back.
CREATE FUNCTION move_stock(the_product text, the_reason text, the_change integer, the_note text, the_order text,
  the_form text, the_actor text)
RETURNS text[] LANGUAGE plpgsql AS $$
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
END $$;
-- Only version 0.5 calls it, whose transactions name the actor in a setting.
CREATE FUNCTION move_stock(the_product text, the_reason text, the_change integer, the_note text, the_order text,
  the_form text DEFAULT NULL)
RETURNS text[] LANGUAGE sql AS $$
  SELECT move_stock(the_product, the_reason, the_change, the_note, the_order, the_form,
    nullif(current_setting('eclat.actor', true), ''))
$$;
