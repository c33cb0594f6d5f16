-- Trigger: updates a reduction's count, the number of orders that use it and are not cancelled.
CREATE FUNCTION count_reduction_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reduction_counts SET used = used + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END WHERE reduction_id = NEW.reduction_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_use AFTER INSERT ON reduction_uses FOR EACH ROW EXECUTE FUNCTION count_reduction_use();
CREATE TRIGGER count_release AFTER UPDATE OF released_at ON reduction_uses FOR EACH ROW
  WHEN (OLD.released_at IS NULL AND NEW.released_at IS NOT NULL) EXECUTE FUNCTION count_reduction_use();
