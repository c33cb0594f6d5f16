-- Trigger: deletes the imported fields of a deleted comment, which contain personal data (its author's former name and photo).
CREATE FUNCTION delete_imported_fields() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM imported_fields WHERE collection = 'comments' AND document_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER delete_imported AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION delete_imported_fields();
