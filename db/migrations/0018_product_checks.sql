-- The findings of the claims and ingredients check that an administrator has verified (app/catalogue/watch/watch.ts,
-- findingKey). Null: none.
ALTER TABLE products ADD COLUMN verified_findings text[];

-- A verification is about these texts: a change of one of them ends it.
CREATE FUNCTION end_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.verified_findings := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER verification_ends BEFORE UPDATE OF name, category, description, composition, specifications, precautions ON products
  FOR EACH ROW
  WHEN (OLD.verified_findings IS NOT NULL
    AND (OLD.name, OLD.category, OLD.description, OLD.composition, OLD.specifications, OLD.precautions)
      IS DISTINCT FROM (NEW.name, NEW.category, NEW.description, NEW.composition, NEW.specifications, NEW.precautions))
  EXECUTE FUNCTION end_verification();

-- What to check in the product of a line; and the number of such lines.
ALTER TABLE product_import_lines ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]';
ALTER TABLE product_imports ADD COLUMN warned_count integer NOT NULL DEFAULT 0;
