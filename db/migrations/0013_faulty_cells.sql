-- The faulty lines of an import are handed back as they were written, to be mended and imported again.
ALTER TABLE product_imports ADD COLUMN columns jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(columns) = 'array');
-- A faulty line's cells, in the order of those columns; null for the others, and for lines refused later.
ALTER TABLE product_import_lines ADD COLUMN cells jsonb CHECK (jsonb_typeof(cells) = 'array');
