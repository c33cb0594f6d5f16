-- Trigger: refuses to change a version of the terms of sale, because customers have accepted it.
CREATE FUNCTION forbid_terms_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of the terms is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_versions';
END $$;
CREATE TRIGGER terms_versions_unaltered BEFORE UPDATE OR DELETE ON terms_versions
  FOR EACH ROW EXECUTE FUNCTION forbid_terms_change();
