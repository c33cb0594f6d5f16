-- All texts of a product: each word's stem, weighted by its place (A name, B category, C description, D composition). Marked
-- lexemes, which no word equals:
--   « =creme »  a whole word of name or category, for prefixes
--   « #crem »   a stem of the name, for words that must occur in it
--   « ^creme »  the first word of the name, for the ranking
-- The limits keep the vector below PostgreSQL's maximum (1 MB). Called by index_new_products and index_changed_product.
CREATE FUNCTION search_vector(product products) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  name text := search_text(product.name);
  category text := search_text(product.category);
  name_stems tsvector := to_tsvector('french', name);
BEGIN
  RETURN setweight(name_stems, 'A')
      || setweight(to_tsvector('french', category), 'B')
      || setweight(to_tsvector('french', search_text(left(product.description, 20000))), 'C')
      || setweight(to_tsvector('french', search_text(left(product.composition, 20000))), 'D')
      || search_marks('=', string_to_array(name || ' ' || category, ' '))
      || search_marks('#', tsvector_to_array(name_stems))
      || search_marks('^', ARRAY[split_part(name, ' ', 1)]);
END $$;
