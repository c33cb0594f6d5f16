-- Trigger: resets an administrator's verification of claims and ingredients when a verified text changes.
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
