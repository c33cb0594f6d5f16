-- The line at which an import stopped by itself: an error of the database, or a process that ended. Its state is then
-- « cancelled », which the previous version can resume; null: an administrator stopped it.
ALTER TABLE product_imports ADD COLUMN interrupted_line integer;
