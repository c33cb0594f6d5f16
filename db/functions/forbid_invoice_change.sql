-- Trigger: refuses to change or delete an invoice; a credit note corrects it.
CREATE FUNCTION forbid_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an invoice is never altered: a credit note corrects it'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_unaltered';
END $$;
CREATE TRIGGER invoices_unaltered BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_invoice_change();
