-- Trigger: refuses to change an archived contract, and to delete it before its last day (consumer code, L213-1).
CREATE FUNCTION forbid_contract_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR OLD.keep_until >= (now() AT TIME ZONE 'Europe/Paris')::date THEN
    RAISE EXCEPTION 'an archived contract is neither altered nor removed before its end'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'archived_contracts_unaltered';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER archived_contracts_unaltered BEFORE UPDATE OR DELETE ON archived_contracts
  FOR EACH ROW EXECUTE FUNCTION forbid_contract_change();
