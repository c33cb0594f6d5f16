-- ── stock ───────────────────────────────────────────────────────────────────
-- One row for each product (docs/decisions/0070-stock.md). An uncounted product is sold without limit, as before 0.4.0.
CREATE TABLE stock (
  -- No foreign key: PostgreSQL checks it again when a transaction updates the row twice, which would lock the product after
  -- its stock. Triggers on products insert and delete the row.
  product_id text PRIMARY KEY,
  is_counted boolean NOT NULL DEFAULT false,
  -- Pieces on the shelf, and how many of them are held for orders.
  on_hand integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  -- The shop is told once when fewer than or exactly this many are available, until more are.
  alert_level integer NOT NULL DEFAULT 0 CHECK (alert_level BETWEEN 0 AND 1000000),
  is_alerted boolean NOT NULL DEFAULT false,
  -- Pieces that came back while people wait for the product, until they are told (db/migrations/0025_waiters.sql).
  pieces_back integer NOT NULL DEFAULT 0 CHECK (pieces_back >= 0),
  -- Since when they have been available without a break.
  back_since timestamptz,
  -- The filters of /admin/stock. It changes rarely, so that an order's update of this row changes no index (HOT).
  state text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN NOT is_counted THEN 'uncounted' WHEN on_hand <= held THEN 'sold-out'
      WHEN on_hand - held <= alert_level THEN 'low' ELSE 'enough' END) STORED,
  -- The folded name, as in product_names: a search within a state reads the index of that state only.
  name_text text NOT NULL,
  CONSTRAINT stock_on_hand CHECK (on_hand BETWEEN 0 AND 1000000),
  CONSTRAINT stock_held CHECK (held BETWEEN 0 AND on_hand),
  CONSTRAINT stock_uncounted CHECK (is_counted OR on_hand = 0)
) WITH (fillfactor = 50);
CREATE INDEX stock_low ON stock (product_id) WHERE state IN ('low', 'sold-out');
CREATE INDEX stock_sold_out ON stock (product_id) WHERE state = 'sold-out';
CREATE INDEX stock_uncounted ON stock (product_id) WHERE state = 'uncounted';
CREATE INDEX stock_low_names ON stock USING gin (name_text gin_trgm_ops) WITH (fastupdate = off) WHERE state IN ('low', 'sold-out');
CREATE INDEX stock_sold_out_names ON stock USING gin (name_text gin_trgm_ops) WITH (fastupdate = off) WHERE state = 'sold-out';
CREATE INDEX stock_uncounted_names ON stock USING gin (name_text gin_trgm_ops) WITH (fastupdate = off) WHERE state = 'uncounted';
CREATE INDEX stock_pieces_back ON stock (product_id) WHERE pieces_back > 0;

-- What an order line holds, has taken from the shelf, and lacks (« manquant »). Changed under the product's stock lock only.
CREATE TABLE stock_holds (
  order_id text NOT NULL,
  position smallint NOT NULL,
  product_id text NOT NULL,
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  missing integer NOT NULL DEFAULT 0 CHECK (missing >= 0),
  gone integer NOT NULL DEFAULT 0 CHECK (gone >= 0),
  PRIMARY KEY (order_id, position),
  FOREIGN KEY (order_id, position) REFERENCES order_lines ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX stock_holds_held ON stock_holds (product_id, order_id) WHERE held > 0;
CREATE INDEX stock_holds_missing ON stock_holds (product_id, order_id) WHERE missing > 0;

-- Every change of a product's shelf. Numbered per product: a sequence would not survive a restore. The product may be deleted.
CREATE TABLE stock_moves (
  product_id text NOT NULL,
  number integer NOT NULL,
  reason text NOT NULL CHECK (reason IN ('start', 'entry', 'loss', 'count', 'sale', 'return', 'stop')),
  change integer NOT NULL,
  on_hand integer NOT NULL CHECK (on_hand >= 0),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 200),
  order_id text,
  actor_id text REFERENCES users ON DELETE SET NULL,
  -- The submission of the form that made it: sent again, it moves nothing twice.
  form_key text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (product_id, number)
);
CREATE INDEX stock_moves_actor ON stock_moves (actor_id);
CREATE UNIQUE INDEX stock_moves_form ON stock_moves (product_id, form_key) WHERE form_key IS NOT NULL;

-- Files of movements (docs/decisions/0070-stock.md). `lines`: what a checked file is going to change; empty once it is applied.
CREATE TABLE stock_imports (
  id text PRIMARY KEY CHECK (length(id) = 26),
  file_name text NOT NULL CHECK (length(file_name) <= 200),
  -- SHA-256 of what the lines change.
  hash text NOT NULL,
  lines jsonb NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  created_by text REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  applied_at timestamptz
);
CREATE INDEX stock_imports_applied ON stock_imports (hash) WHERE applied_at IS NOT NULL;
CREATE INDEX stock_imports_created_by ON stock_imports (created_by);

-- Crossings of the alert level. `mailed_at`: when the morning's digest took it.
CREATE TABLE stock_alerts (
  -- Not products: the key's check would lock the product after its stock.
  product_id text NOT NULL REFERENCES stock ON DELETE CASCADE,
  number integer NOT NULL,
  available integer NOT NULL,
  alert_level integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  mailed_at timestamptz,
  PRIMARY KEY (product_id, number)
);
CREATE INDEX stock_alerts_to_mail ON stock_alerts (created_at) WHERE mailed_at IS NULL;

CREATE FUNCTION add_stock_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock (product_id, name_text) SELECT id, ' ' || fold(name) FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_rows AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_stock_rows();

CREATE FUNCTION delete_stock_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stock WHERE product_id IN (SELECT id FROM deleted) ORDER BY product_id FOR UPDATE;
  DELETE FROM stock WHERE product_id IN (SELECT id FROM deleted);
  RETURN NULL;
END $$;
CREATE TRIGGER stock_rows_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION delete_stock_rows();

-- By product id: an import renames many products.
CREATE FUNCTION name_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renamed text[] := (SELECT array_agg(id) FROM former JOIN changed USING (id) WHERE former.name <> changed.name);
BEGIN
  IF renamed IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM stock WHERE product_id = ANY (renamed) ORDER BY product_id FOR NO KEY UPDATE;
  UPDATE stock SET name_text = ' ' || fold(changed.name) FROM changed WHERE changed.id = product_id AND product_id = ANY (renamed);
  RETURN NULL;
END $$;
CREATE TRIGGER stock_name AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION name_stock();

CREATE FUNCTION keep_stock_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A deleted account only leaves the move without its actor.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' AND NEW.actor_id IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'stock moves are never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_moves_kept';
END $$;
CREATE TRIGGER stock_moves_kept BEFORE UPDATE OR DELETE ON stock_moves FOR EACH ROW EXECUTE FUNCTION keep_stock_moves();

-- Without its product, a hold has no meaning; what has gone stays.
CREATE FUNCTION forget_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = OLD.product_id AND held > 0;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = OLD.product_id AND missing > 0;
  -- An import may make a product with the same id again.
  IF OLD.is_counted THEN PERFORM add_stock_move(OLD.product_id, 'stop', -OLD.on_hand, 0, '', NULL, NULL); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_holds AFTER DELETE ON stock FOR EACH ROW EXECUTE FUNCTION forget_stock();

-- An order line is deleted with its order, after years.
CREATE FUNCTION release_deleted_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock SET held = held - OLD.held WHERE product_id = OLD.product_id AND is_counted;
  RETURN NULL;
END $$;
CREATE TRIGGER release_deleted AFTER DELETE ON stock_holds FOR EACH ROW WHEN (OLD.held > 0)
  EXECUTE FUNCTION release_deleted_hold();

-- ── alerts and live updates ─────────────────────────────────────────────────
CREATE FUNCTION set_stock_alert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_number integer;
  the_name text;
  available integer := NEW.on_hand - NEW.held;
BEGIN
  IF available > NEW.alert_level THEN
    NEW.is_alerted := false;
  ELSE
    NEW.is_alerted := true;
    SELECT coalesce(max(number), 0) + 1 INTO the_number FROM stock_alerts WHERE product_id = NEW.product_id;
    INSERT INTO stock_alerts (product_id, number, available, alert_level)
      VALUES (NEW.product_id, the_number, available, NEW.alert_level);
    -- Capitalised, as shown (app/catalogue/product-name.ts).
    SELECT upper(left(name, 1)) || substr(name, 2) INTO the_name FROM products WHERE id = NEW.product_id;
    INSERT INTO messages (id, title, message) VALUES ('stock-' || NEW.product_id || '-' || the_number,
      CASE WHEN available <= 0 THEN 'Produit épuisé' ELSE 'Stock bas' END,
      CASE WHEN available <= 0 THEN format('« %s » est épuisé.', the_name)
        ELSE format('« %s »'||U&'\00A0'||': il n’en reste que %s (seuil d’alerte'||U&'\00A0'||': %s).', the_name, available, NEW.alert_level) END)
      ON CONFLICT (id) DO NOTHING;
  END IF;
  RETURN NEW;
END $$;
-- Only what lowers the available pieces alerts: neither a new level nor the start of counting does. Selling out tells again.
CREATE TRIGGER alert BEFORE UPDATE ON stock FOR EACH ROW
  WHEN (OLD.is_counted AND NEW.is_counted AND (NOT NEW.is_alerted OR NEW.on_hand = NEW.held)
    AND NEW.on_hand - NEW.held <= NEW.alert_level AND NEW.on_hand - NEW.held < OLD.on_hand - OLD.held)
  EXECUTE FUNCTION set_stock_alert();
CREATE TRIGGER rearm BEFORE UPDATE ON stock FOR EACH ROW
  WHEN (NEW.is_alerted AND NEW.on_hand - NEW.held > NEW.alert_level)
  EXECUTE FUNCTION set_stock_alert();

-- Pages are told when what visitors see changes: nothing above five pieces. Lists show only whether a product is sold out: for
-- them it is a change of the product.
CREATE FUNCTION notify_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'stock', 'id', NEW.product_id)::text);
  IF (OLD.state = 'sold-out') <> (NEW.state = 'sold-out') THEN
    PERFORM pg_notify('live', json_build_object('topic', 'product', 'id', NEW.product_id)::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live_change AFTER UPDATE ON stock FOR EACH ROW
  WHEN (OLD.is_counted IS DISTINCT FROM NEW.is_counted
    OR least(OLD.on_hand - OLD.held, 6) IS DISTINCT FROM least(NEW.on_hand - NEW.held, 6))
  EXECUTE FUNCTION notify_stock();
CREATE TRIGGER live_insert AFTER INSERT ON stock_moves REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('move', 'product_id', '');

-- ── holds of orders ─────────────────────────────────────────────────────────
-- Pieces of a line that are neither sent nor refunded. Refunds of a return pay for pieces that were sent.
CREATE FUNCTION unsent_quantity(wanted_order text, wanted_position smallint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT greatest(0, quantity
    - coalesce((SELECT sum(quantity) FROM parcel_lines WHERE order_id = wanted_order AND position = wanted_position), 0)
    - coalesce((SELECT sum(refund_lines.quantity) FROM refund_lines JOIN refunds ON refunds.id = refund_id
        WHERE refund_lines.order_id = wanted_order AND position = wanted_position AND state = 'done' AND return_id IS NULL), 0))::integer
  FROM order_lines WHERE order_id = wanted_order AND position = wanted_position
$$;

-- Pieces of a line whose refund the provider has not confirmed yet.
CREATE FUNCTION pending_quantity(wanted_order text, wanted_position smallint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(refund_lines.quantity), 0)::integer FROM refund_lines JOIN refunds ON refunds.id = refund_id
  WHERE refund_lines.order_id = wanted_order AND position = wanted_position AND state IN ('sending', 'unknown') AND return_id IS NULL
$$;

-- Makes the stock follow an order: holds what is still to be sent, takes what has left, releases the rest. Repeating it changes
-- nothing. The caller has locked the order; stock rows are locked by product id. Returns what lacks:
-- [{"productId", "name", "available"}].
CREATE FUNCTION sync_stock(the_order orders) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  is_sure boolean := the_order.is_paid OR the_order.payment_method = 'Paiement à la livraison';
  is_wanted boolean := the_order.cancelled_at IS NULL AND NOT the_order.is_shipped
    AND (is_sure OR the_order.hold_ended_at IS NULL);
  line record;
  hold stock_holds;
  is_new boolean;
  unsent integer;
  sent integer;
  leaving integer;
  taken integer;
  free integer;
  held_now integer;
  missing_now integer;
  shortages jsonb := '[]';
BEGIN
  FOR line IN
    SELECT lines.position, lines.product_id, lines.name, lines.quantity, stock.on_hand, stock.held
    FROM order_lines AS lines JOIN stock ON stock.product_id = lines.product_id
    WHERE lines.order_id = the_order.id AND stock.is_counted
    ORDER BY lines.product_id FOR NO KEY UPDATE OF stock
  LOOP
    SELECT * INTO hold FROM stock_holds WHERE order_id = the_order.id AND position = line.position;
    is_new := NOT FOUND;
    IF is_new THEN hold.held := 0; hold.missing := 0; hold.gone := 0; END IF;
    unsent := CASE WHEN the_order.refunded_cents < the_order.total_cents THEN unsent_quantity(the_order.id, line.position) ELSE 0 END;
    sent := (SELECT coalesce(sum(quantity), 0) FROM parcel_lines WHERE order_id = the_order.id AND position = line.position);
    -- Pieces whose refund is under way stay on the shelf.
    leaving := greatest(0, CASE WHEN the_order.is_shipped THEN sent + greatest(0, unsent - pending_quantity(the_order.id, line.position))
      ELSE sent END - hold.gone);
    free := line.on_hand - line.held + hold.held;
    -- More may leave than the shop knew of: the rest was on no shelf.
    taken := least(leaving, free);
    IF NOT is_wanted THEN unsent := 0; END IF;
    held_now := least(unsent, free - taken);
    missing_now := CASE WHEN is_sure THEN unsent - held_now ELSE 0 END;
    IF held_now < unsent THEN
      shortages := shortages || jsonb_build_object('productId', line.product_id, 'name', line.name, 'available', free - taken);
    END IF;
    CONTINUE WHEN leaving = 0 AND held_now = hold.held AND missing_now = hold.missing;
    IF is_new THEN
      INSERT INTO stock_holds (order_id, position, product_id, held, missing, gone)
        VALUES (the_order.id, line.position, line.product_id, held_now, missing_now, leaving);
    ELSE
      UPDATE stock_holds SET held = held_now, missing = missing_now, gone = gone + leaving
        WHERE order_id = the_order.id AND position = line.position;
    END IF;
    UPDATE stock SET on_hand = on_hand - taken, held = held - hold.held + held_now WHERE product_id = line.product_id;
    IF taken > 0 THEN
      PERFORM add_stock_move(line.product_id, 'sale', -taken, line.on_hand - taken, '', the_order.id);
    END IF;
    -- Released pieces go to the orders that lack some.
    IF held_now + taken < hold.held THEN PERFORM fill_missing(line.product_id); END IF;
  END LOOP;
  RETURN shortages;
END $$;

-- The actor is the administrator whom the transaction's verb has locked (lockActorShared); null for customers and jobs.
CREATE FUNCTION add_stock_move(the_product text, the_reason text, the_change integer, now_on_hand integer, the_note text, the_order text,
  the_form text DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO stock_moves (product_id, number, reason, change, on_hand, note, order_id, actor_id, form_key)
    SELECT the_product, coalesce(max(number), 0) + 1, the_reason, the_change, now_on_hand, the_note, the_order,
      nullif(current_setting('eclat.actor', true), ''), the_form
    FROM stock_moves WHERE product_id = the_product
$$;

-- Holds available pieces for the lines that lack some: of paid orders and those paid on delivery first, then the oldest. The caller
-- has locked the product's stock.
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

-- Pages follow up to 50 orders; of more they read everything again.
CREATE FUNCTION notify_orders(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(changed) > 50 THEN
    PERFORM pg_notify('live', json_build_object('topic', 'order')::text);
  ELSE
    PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text) FROM orders WHERE id = ANY (changed);
  END IF;
END $$;

-- Changes a counted product's shelf by hand, and records the move. What is held beyond the shelf becomes missing, the newest
-- order first; what is new is held for the orders that lack some. Returns up to 50 orders that now lack pieces.
CREATE FUNCTION move_stock(the_product text, the_reason text, the_change integer, the_note text, the_order text,
  the_form text DEFAULT NULL)
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
  PERFORM add_stock_move(the_product, the_reason, the_change, now_on_hand, the_note, the_order, the_form);
  IF the_change > 0 THEN PERFORM fill_missing(the_product); END IF;
  RETURN coalesce(lacking[:50], '{}');
END $$;

-- Begins to count a product that has this many pieces on the shelf. Open orders hold theirs, the oldest first. The caller has
-- locked the product FOR UPDATE and its open orders by id.
CREATE FUNCTION start_counting(the_product text, now_on_hand integer, the_note text, the_form text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stock WHERE product_id = the_product AND NOT is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE stock SET is_counted = true, on_hand = now_on_hand, is_alerted = now_on_hand <= alert_level WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, 'start', now_on_hand, now_on_hand, the_note, NULL, the_form);
  INSERT INTO stock_holds (order_id, position, product_id, missing, gone)
    SELECT lines.order_id, lines.position, lines.product_id,
      CASE WHEN orders.refunded_cents < orders.total_cents
        AND (orders.is_paid OR orders.payment_method = 'Paiement à la livraison') THEN unsent_quantity(lines.order_id, lines.position) ELSE 0 END,
      coalesce((SELECT sum(quantity) FROM parcel_lines AS sent WHERE sent.order_id = lines.order_id AND sent.position = lines.position), 0)
    FROM order_lines AS lines JOIN orders ON orders.id = lines.order_id
    WHERE lines.product_id = the_product AND NOT orders.is_shipped AND orders.cancelled_at IS NULL
    ON CONFLICT (order_id, position) DO UPDATE SET missing = EXCLUDED.missing, gone = greatest(stock_holds.gone, EXCLUDED.gone);
  PERFORM fill_missing(the_product);
END $$;

-- Stops counting a product: nothing is held or missing any more.
CREATE FUNCTION stop_counting(the_product text, the_note text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before stock;
BEGIN
  SELECT * INTO before FROM stock WHERE product_id = the_product AND is_counted FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = the_product AND held > 0;
  UPDATE stock_holds SET held = 0, missing = 0 WHERE product_id = the_product AND missing > 0;
  UPDATE stock SET is_counted = false, on_hand = 0, held = 0, is_alerted = false WHERE product_id = the_product;
  PERFORM add_stock_move(the_product, 'stop', -before.on_hand, 0, the_note, NULL);
END $$;

-- ── when an order changes ───────────────────────────────────────────────────
-- At the commit, so that the products' rows are locked for no longer than the commit takes. A shortage of an order that is
-- placed now refuses it; an imported one is inserted without the pieces.
CREATE FUNCTION hold_new_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_order orders;
  line record;
  free integer;
  shortages jsonb := '[]';
BEGIN
  SELECT * INTO the_order FROM orders WHERE id = NEW.id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF the_order.is_paid OR the_order.cancelled_at IS NOT NULL OR the_order.created_at < now() THEN
    PERFORM sync_stock(the_order);
    RETURN NULL;
  END IF;
  -- The same as sync_stock for an order that is new, with fewer statements.
  FOR line IN SELECT position, product_id, name, quantity FROM order_lines WHERE order_id = NEW.id ORDER BY product_id LOOP
    UPDATE stock SET held = held + line.quantity
      WHERE product_id = line.product_id AND is_counted AND on_hand - held >= line.quantity;
    IF FOUND THEN
      INSERT INTO stock_holds (order_id, position, product_id, held) VALUES (NEW.id, line.position, line.product_id, line.quantity);
    ELSE
      SELECT on_hand - held INTO free FROM stock WHERE product_id = line.product_id AND is_counted;
      IF FOUND THEN
        shortages := shortages || jsonb_build_object('productId', line.product_id, 'name', line.name, 'available', free);
      END IF;
    END IF;
  END LOOP;
  IF shortages <> '[]' THEN
    RAISE EXCEPTION 'not enough stock for order %', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_available', DETAIL = shortages::text;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER stock_hold AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NOT NEW.is_shipped AND NEW.cancelled_at IS NULL AND NEW.hold_ended_at IS NULL)
  EXECUTE FUNCTION hold_new_order();

-- Holds an unpaid order's pieces again, all or none, before its payment begins. Returns what lacks. The caller has locked the order.
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

-- A delivered or cancelled order holds nothing, and nothing more leaves for it.
CREATE FUNCTION sync_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shortages jsonb := sync_stock(NEW);
BEGIN
  -- Money came for what is gone: it is kept, and the administrators are told.
  IF NEW.is_paid AND NOT OLD.is_paid AND shortages <> '[]' THEN
    INSERT INTO messages (id, title, message) VALUES (NEW.id || '-manquant', 'Commande payée, article manquant',
      format('Commande %s'||U&'\00A0'||': %s. À réapprovisionner, ou à rembourser.', upper(substr(NEW.id, 11)),
        (SELECT string_agg(format('il manque %s × « %s »', missing, upper(left(name, 1)) || substr(name, 2)), ', ' ORDER BY lines.position)
          FROM stock_holds JOIN order_lines AS lines USING (order_id, position)
          WHERE order_id = NEW.id AND missing > 0)))
      ON CONFLICT (id) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_sync AFTER UPDATE ON orders FOR EACH ROW
  WHEN (NOT OLD.is_shipped AND OLD.cancelled_at IS NULL
    AND (OLD.is_paid, OLD.is_shipped, OLD.cancelled_at, OLD.refunded_cents, OLD.hold_ended_at)
      IS DISTINCT FROM (NEW.is_paid, NEW.is_shipped, NEW.cancelled_at, NEW.refunded_cents, NEW.hold_ended_at))
  EXECUTE FUNCTION sync_changed_order();

-- Handed over: gone from the shelf. Several orders at once: all stock rows are locked first, by product id.
CREATE FUNCTION sync_sent_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stock WHERE is_counted
    AND product_id IN (SELECT product_id FROM order_lines WHERE order_id IN (SELECT order_id FROM changed))
    ORDER BY product_id FOR NO KEY UPDATE;
  PERFORM sync_stock(orders) FROM orders WHERE id IN (SELECT order_id FROM changed) AND NOT is_shipped AND cancelled_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_sync AFTER INSERT ON parcel_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sync_sent_orders();
