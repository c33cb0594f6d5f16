-- Trigger: updates the catalogue's counters (`product_counts`, `product_tallies`) for products that are added, removed, renamed,
-- repriced or moved to another category or selling type.
CREATE FUNCTION count_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves product_move[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    moves := ARRAY(SELECT (category, selling_type, name, price_cents, 1)::product_move FROM added);
  ELSIF TG_OP = 'DELETE' THEN
    moves := ARRAY(SELECT (category, selling_type, name, price_cents, -1)::product_move FROM removed);
  ELSE
    moves := ARRAY(
      SELECT unnest(ARRAY[(removed.category, removed.selling_type, removed.name, removed.price_cents, -1)::product_move,
        (added.category, added.selling_type, added.name, added.price_cents, 1)::product_move])
      FROM removed JOIN added USING (id)
      WHERE (removed.category, removed.selling_type, removed.name, removed.price_cents)
        IS DISTINCT FROM (added.category, added.selling_type, added.name, added.price_cents));
  END IF;
  IF moves <> '{}' THEN PERFORM count_moves(moves); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_insert AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_products();
CREATE TRIGGER count_delete AFTER DELETE ON products REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_products();
CREATE TRIGGER count_update AFTER UPDATE ON products REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_products();
