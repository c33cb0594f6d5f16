-- Trigger: copies a product's new name to its `stock` row, for the search of the stock's list. An import renames many products:
-- their rows are locked by product id.
CREATE FUNCTION name_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renamed text[] := (SELECT array_agg(id) FROM former JOIN changed USING (id) WHERE former.name <> changed.name);
BEGIN
  IF renamed IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM stock WHERE product_id = ANY (renamed) ORDER BY product_id FOR NO KEY UPDATE;
  UPDATE stock SET name_text = ' ' || fold(changed.name) FROM changed WHERE changed.id = product_id AND product_id = ANY (renamed);
  RETURN NULL;
END $$;
CREATE TRIGGER stock_name AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION name_stock();
