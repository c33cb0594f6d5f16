-- Trigger: deletes the `stock` rows of deleted products. One statement may delete several products: their rows are locked by
-- product id.
CREATE FUNCTION delete_stock_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stock WHERE product_id IN (SELECT id FROM deleted) ORDER BY product_id FOR UPDATE;
  DELETE FROM stock WHERE product_id IN (SELECT id FROM deleted);
  RETURN NULL;
END $$;
CREATE TRIGGER stock_rows_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION delete_stock_rows();
