-- Trigger: adds an order to the journal of payments once it is paid online, or delivered and paid in cash. Deferred to the
-- commit: invoice and credit note exist by then, and the journal's lock is held only briefly. An order or refund that is inserted
-- as settled comes from an import, because the shop inserts both unsettled.
CREATE FUNCTION journal_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_cash boolean := NEW.payment_method = 'Paiement à la livraison';
BEGIN
  PERFORM append_fiscal_entry(CASE WHEN is_cash THEN 'cash' ELSE 'online' END,
    CASE TG_OP WHEN 'INSERT' THEN 'import' ELSE 'shop' END, NEW.id, NULL, NEW.total_cents,
    coalesce(CASE WHEN is_cash THEN NEW.shipped_at END, NEW.paid_at, NEW.created_at));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_paid OR (NEW.is_shipped AND NEW.payment_method = 'Paiement à la livraison'))
  EXECUTE FUNCTION journal_settlement();
CREATE CONSTRAINT TRIGGER journal_update AFTER UPDATE OF is_paid, is_shipped ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.is_paid OR (NEW.is_shipped AND NEW.payment_method = 'Paiement à la livraison'))
    AND NOT (OLD.is_paid OR (OLD.is_shipped AND OLD.payment_method = 'Paiement à la livraison')))
  EXECUTE FUNCTION journal_settlement();
