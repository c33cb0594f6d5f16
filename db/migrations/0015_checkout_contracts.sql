-- Contracts of at least 120 € whose order loses its customer's data with the account: kept apart for ten years from the
-- delivery (consumer code, L213-1). Administrators read one at a time, and each reading is in the history.
CREATE TABLE archived_contracts (
  order_id text PRIMARY KEY REFERENCES orders,
  contract jsonb NOT NULL CHECK (jsonb_typeof(contract) = 'object'),
  keep_until date NOT NULL,
  archived_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX archived_contracts_kept ON archived_contracts (keep_until);

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
