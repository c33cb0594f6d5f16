-- Trigger: refuses to change the journal of payments and its closures (CGI, art. 286 I 3° bis).
CREATE FUNCTION forbid_fiscal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal of payments is never altered: a new entry corrects it'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_unaltered';
END $$;
CREATE TRIGGER fiscal_unaltered BEFORE UPDATE OR DELETE OR TRUNCATE ON fiscal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_fiscal_change();
CREATE TRIGGER fiscal_unaltered BEFORE UPDATE OR DELETE OR TRUNCATE ON fiscal_closures
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_fiscal_change();
