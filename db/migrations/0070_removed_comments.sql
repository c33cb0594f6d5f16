-- What an import kept of a comment beyond its columns (its author's former name and photo) goes with the comment, whoever
-- removes it: its author, or with its product an administrator.
CREATE FUNCTION forget_removed_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM imported_fields WHERE collection = 'comments' AND document_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER forget_imported AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION forget_removed_comments();
