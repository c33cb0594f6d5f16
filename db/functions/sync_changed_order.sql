-- Trigger: updates the stock when an order's state changes. A delivered or cancelled order holds nothing, and nothing more is
-- taken from the shelf for it.
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
