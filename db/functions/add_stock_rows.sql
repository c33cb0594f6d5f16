-- Trigger: inserts a row of `stock` for each new product, which is not counted yet.
CREATE FUNCTION add_stock_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock (product_id, name_text) SELECT id, ' ' || fold(name) FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_rows AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_stock_rows();
