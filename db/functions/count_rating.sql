-- Trigger: updates a product's rating, the average of its comments that are not hidden.
CREATE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF OLD.hidden_at IS NULL THEN
      UPDATE products SET rating_sum = rating_sum - OLD.rate, rating_count = rating_count - 1 WHERE id = OLD.product_id;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.hidden_at IS NULL THEN
      UPDATE products SET rating_sum = rating_sum + NEW.rate, rating_count = rating_count + 1 WHERE id = NEW.product_id;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_rating AFTER INSERT OR DELETE OR UPDATE OF rate, product_id, hidden_at ON comments
  FOR EACH ROW EXECUTE FUNCTION count_rating();
