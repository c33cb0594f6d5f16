-- Trigger: adds new products to the search index.
CREATE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_search SELECT id, search_vector(changed) FROM changed;
  INSERT INTO product_names (product_id, text) SELECT id, ' ' || fold(name) FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER search_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();
