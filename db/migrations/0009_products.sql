-- The administrators' list shows the last eight characters of an id, and is searched by them.
CREATE INDEX products_by_id_end ON products (right(id, 8));
