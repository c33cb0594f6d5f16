-- Trigger: updates the search index of a changed product.
CREATE FUNCTION index_changed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET vector = search_vector(NEW) WHERE product_id = NEW.id;
  UPDATE product_names SET text = ' ' || fold(NEW.name) WHERE product_id = NEW.id AND NEW.name <> OLD.name;
  RETURN NULL;
END $$;
CREATE TRIGGER search_update AFTER UPDATE OF name, category, description, composition ON products FOR EACH ROW
  WHEN ((OLD.name, OLD.category, OLD.description, OLD.composition) IS DISTINCT FROM (NEW.name, NEW.category, NEW.description, NEW.composition))
  EXECUTE FUNCTION index_changed_product();
