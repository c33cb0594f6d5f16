-- An administrator accepts the embedded PostgreSQL's version with known vulnerabilities.
ALTER TABLE shop_proofs DROP CONSTRAINT shop_proofs_name_check;
ALTER TABLE shop_proofs ADD CONSTRAINT shop_proofs_name_check
  CHECK (name IN ('webhook', 'mail', 'backup', 'postgres')) NOT VALID;
