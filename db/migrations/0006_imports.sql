-- What comes from elsewhere: products from a spreadsheet, documents from another shop.

-- ── products from a CSV file (app/catalogue/import) ─────────────────────────
CREATE TABLE product_imports (
  id text PRIMARY KEY,
  -- Who chose the file, and then who started it.
  admin_id text REFERENCES users ON DELETE SET NULL,
  admin_name text NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) <= 200),
  encoding text NOT NULL,
  separator text NOT NULL CHECK (length(separator) = 1),
  -- checked: read, nothing written; running: a job writes; cancelled: stopped by somebody, can go on; done.
  state text NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'running', 'cancelled', 'done')),
  -- What the check found: lines that would create, change or leave a product as it is, and faulty ones.
  to_create integer NOT NULL DEFAULT 0,
  to_update integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  faulty_count integer NOT NULL DEFAULT 0,
  -- What the job did so far; lines that the catalogue of the moment refused are done too.
  done_count integer NOT NULL DEFAULT 0,
  created_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  refused_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The last start, and how many lines were done before it.
  started_at timestamptz,
  done_before integer NOT NULL DEFAULT 0,
  -- The last time its job wrote: long ago while running, the job is gone.
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- Two imports at once would write over each other.
CREATE UNIQUE INDEX product_imports_one_running ON product_imports ((true)) WHERE state = 'running';
CREATE INDEX product_imports_admin ON product_imports (admin_id);

-- Every line of the file, parsed once; the job takes them from here, and marks them in the transaction that writes.
CREATE TABLE product_import_lines (
  import_id text NOT NULL REFERENCES product_imports ON DELETE CASCADE,
  -- As a spreadsheet counts them: 1 is the line of the column names.
  line integer NOT NULL CHECK (line > 1),
  outcome text NOT NULL CHECK (outcome IN ('create', 'update', 'unchanged', 'faulty')),
  -- What the line says of the product; null when it is faulty.
  product jsonb,
  -- [{"column": …, "value": …, "reason": …}]
  faults jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(faults) = 'array'),
  is_done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX product_import_lines_waiting ON product_import_lines (import_id, line)
  WHERE NOT is_done AND outcome IN ('create', 'update');
CREATE INDEX product_import_lines_faulty ON product_import_lines (import_id, line) WHERE outcome = 'faulty';

CREATE TRIGGER live_update AFTER UPDATE ON product_imports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('import', 'id', '');

-- ── documents from another shop (app/documents) ─────────────────────────────
-- What a document said that no column holds: fields the shop doesn't know, an order's former id, the address of a
-- picture that could not be found, the name of an author without account. Kept, and written out again.
CREATE TABLE imported_fields (
  collection text NOT NULL,
  document_id text NOT NULL,
  fields jsonb NOT NULL CHECK (jsonb_typeof(fields) = 'object'),
  PRIMARY KEY (collection, document_id)
);
-- A message keyed by an order follows it to its new id.
CREATE INDEX imported_fields_order ON imported_fields ((fields->>'id')) WHERE collection = 'orders';
