-- What a file of products would empty is asked about before it is imported; what of it is not read is said.

-- The columns in which a line empties a field that is filled.
ALTER TABLE product_import_lines ADD COLUMN empties jsonb NOT NULL DEFAULT '[]';

ALTER TABLE product_imports
  ADD COLUMN ignored_columns jsonb NOT NULL DEFAULT '[]',
  -- Whether an administrator has confirmed that fields are emptied.
  ADD COLUMN may_empty boolean NOT NULL DEFAULT false;
