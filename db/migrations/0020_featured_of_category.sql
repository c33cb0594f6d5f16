-- The administrators' featured products of a category: one product in sixteen or so, that the list by category passes over.
CREATE INDEX products_featured ON products (category, name COLLATE french, id) WHERE selling_type = 'en Vedette';
