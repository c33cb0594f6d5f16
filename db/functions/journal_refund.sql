-- Trigger: adds a completed refund to the journal of payments, at the commit (as journal_settlement).
CREATE FUNCTION journal_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_fiscal_entry('refund', CASE TG_OP WHEN 'INSERT' THEN 'import' ELSE 'shop' END, NEW.order_id, NEW.id,
    -NEW.amount_cents, NEW.updated_at);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_insert AFTER INSERT ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'done') EXECUTE FUNCTION journal_refund();
CREATE CONSTRAINT TRIGGER journal_update AFTER UPDATE OF state ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'done' AND OLD.state <> 'done') EXECUTE FUNCTION journal_refund();
