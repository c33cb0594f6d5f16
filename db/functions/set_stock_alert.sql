-- Trigger: notifies the shop once when at most as many pieces as the alert level are available, and again when none is. Both can
-- happen again only after more were available.
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
