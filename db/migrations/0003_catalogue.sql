-- ── products ────────────────────────────────────────────────────────────────
CREATE TABLE products (
  id text PRIMARY KEY,
  creator_id text REFERENCES users ON DELETE SET NULL,
  name text NOT NULL CHECK (name = lower(name) AND length(name) BETWEEN 1 AND 200),
  price_cents integer NOT NULL CHECK (price_cents BETWEEN 0 AND 99999900 AND price_cents % 100 = 0),
  composition text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  category text NOT NULL CHECK (category IN (
    'Soins de la peau', 'Maquillage', 'Produits capillaires', 'Parfums',
    'Produits pour le bain et le corps', 'Soins des ongles', 'Produits de protection solaire',
    'Produits anti-âge', 'Produits de traitement de l''acné', 'Autres')),
  selling_type text NOT NULL DEFAULT 'Normal' CHECK (selling_type IN ('Normal', 'en Vedette')),
  specifications jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(specifications) = 'array'),
  -- Updated by the trigger on comments (0004_reviews.sql).
  rating_sum bigint NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0 CHECK (rating_count >= 0),
  rating numeric(2, 1) NOT NULL GENERATED ALWAYS AS
    (CASE WHEN rating_count = 0 THEN 0 ELSE round(rating_sum::numeric / rating_count, 1) END) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz
);
CREATE INDEX products_creator ON products (creator_id);

-- Lists. Each index includes the columns that its list filters by, so that a deep page is an index-only scan.
CREATE INDEX products_by_name ON products (name COLLATE french, id) INCLUDE (price_cents, category, selling_type);
CREATE INDEX products_by_category ON products (category, name COLLATE french, id) INCLUDE (price_cents, selling_type);
-- Featured products, for administrators: about one product in sixteen.
CREATE INDEX products_featured ON products (name COLLATE french, id) INCLUDE (category) WHERE selling_type = 'en Vedette';
-- By price, age or rating: one sorted range per category, merged by the query when several are listed.
CREATE INDEX products_by_price_of_category ON products (category, price_cents, id);
CREATE INDEX products_by_age_of_category ON products (category, created_at, id) INCLUDE (price_cents);
CREATE INDEX products_by_rating ON products (category, rating DESC, rating_count DESC, id) INCLUDE (price_cents);
-- Home page: the newest products and those with most comments, by selling type.
CREATE INDEX products_by_selling_type ON products (selling_type, rating_count DESC, id);
CREATE INDEX products_newest ON products (selling_type, id);
CREATE INDEX products_newest_of_category ON products (category, selling_type, id);

-- The administrators' search, by the last eight characters of the id.
CREATE INDEX products_by_id_end ON products (right(id, 8));

CREATE TABLE product_pictures (
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position >= 0),
  path text NOT NULL UNIQUE REFERENCES pictures,
  PRIMARY KEY (product_id, position)
);

CREATE TRIGGER live_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'id', '');
CREATE TRIGGER live_delete AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'id', '');
-- The page cache also drops product pages of the same category, which show a new or changed product among similar ones.
-- Browsers do not receive this topic.
CREATE TRIGGER live_category_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('category', 'category', '');
CREATE TRIGGER live_category_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('category', 'category', '');

CREATE TRIGGER live_insert AFTER INSERT ON product_pictures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON product_pictures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_delete AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');

-- ── counters ────────────────────────────────────────────────────────────────
-- Lists show how many products they hold. Counting ten thousand rows takes longer than the rest of a list's query.

-- The count of a category and selling type is the sum of its rows: concurrent saves add rows, a later save merges them
-- (count_moves).
CREATE TABLE product_counts (
  category text NOT NULL,
  selling_type text NOT NULL,
  count integer NOT NULL
);

-- Numbers of products by category, price and the first 0, 4 or 12 characters of the name.
CREATE TABLE product_tallies (
  length smallint NOT NULL,
  beginning text COLLATE "C" NOT NULL,
  category text NOT NULL,
  price_cents integer NOT NULL,
  count integer NOT NULL
);
CREATE INDEX product_tallies_order ON product_tallies (length, beginning, price_cents, category) INCLUDE (count);

-- A product that enters (1) or leaves (-1) the counters.
CREATE TYPE product_move AS (category text, selling_type text, name text, price_cents integer, difference integer);

-- Rows locked by another transaction are skipped and a further row is added, so that concurrent saves never wait for each
-- other.
CREATE FUNCTION count_moves(moves product_move[]) RETURNS void LANGUAGE sql AS $$
  WITH differences AS (
    SELECT category, selling_type, sum(difference)::integer AS count FROM unnest(moves)
    GROUP BY 1, 2 HAVING sum(difference) <> 0
  ), free AS (
    SELECT counted.ctid AS place FROM product_counts AS counted JOIN differences USING (category, selling_type)
    FOR UPDATE OF counted SKIP LOCKED
  ), taken AS (
    DELETE FROM product_counts WHERE ctid = ANY (ARRAY(SELECT place FROM free)) RETURNING *
  )
  INSERT INTO product_counts
    SELECT category, selling_type, sum(count) FROM (SELECT * FROM differences UNION ALL SELECT * FROM taken) AS added
    GROUP BY 1, 2;
  WITH differences AS (
    SELECT length::smallint, left(name, length) COLLATE "C" AS beginning, category, price_cents, sum(difference)::integer AS count
    FROM unnest(moves), unnest(ARRAY[0, 4, 12]) AS length
    GROUP BY 1, 2, 3, 4 HAVING sum(difference) <> 0
  ), free AS (
    SELECT counted.ctid AS place FROM product_tallies AS counted JOIN differences USING (length, beginning, category, price_cents)
    FOR UPDATE OF counted SKIP LOCKED
  ), taken AS (
    DELETE FROM product_tallies WHERE ctid = ANY (ARRAY(SELECT place FROM free)) RETURNING *
  )
  INSERT INTO product_tallies
    SELECT length, beginning, category, price_cents, sum(count) FROM (SELECT * FROM differences UNION ALL SELECT * FROM taken) AS added
    GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0;
$$;

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

-- ── CSV imports (app/catalogue/import) ──────────────────────────────────────
CREATE TABLE product_imports (
  id text PRIMARY KEY,
  -- The administrator who chose the file; once started, the one who started it.
  admin_id text REFERENCES users ON DELETE SET NULL,
  admin_name text NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) <= 200),
  encoding text NOT NULL,
  separator text NOT NULL CHECK (length(separator) = 1),
  columns jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(columns) = 'array'),
  -- Columns of the file that the import does not read.
  ignored_columns jsonb NOT NULL DEFAULT '[]',
  -- Whether an administrator confirmed that filled fields are emptied.
  may_empty boolean NOT NULL DEFAULT false,
  -- checked: read, nothing written; running: a job writes; cancelled: stopped, may be resumed; done.
  state text NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'running', 'cancelled', 'done')),
  -- Result of the check, in lines.
  to_create integer NOT NULL DEFAULT 0,
  to_update integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  faulty_count integer NOT NULL DEFAULT 0,
  -- Progress of the job, in lines. Lines refused while writing count as done.
  done_count integer NOT NULL DEFAULT 0,
  created_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  refused_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The last start, and how many lines were done before it.
  started_at timestamptz,
  done_before integer NOT NULL DEFAULT 0,
  -- The job's last write. If it is long ago, the job of a running import no longer runs.
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- Two concurrent imports would overwrite each other's products.
CREATE UNIQUE INDEX product_imports_one_running ON product_imports ((true)) WHERE state = 'running';
CREATE INDEX product_imports_admin ON product_imports (admin_id);
CREATE TRIGGER live_update AFTER UPDATE ON product_imports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('import', 'id', '');

-- Each line of the file, parsed once. The job marks a line in the transaction that writes its product.
CREATE TABLE product_import_lines (
  import_id text NOT NULL REFERENCES product_imports ON DELETE CASCADE,
  -- As a spreadsheet counts: line 1 holds the column names.
  line integer NOT NULL CHECK (line > 1),
  outcome text NOT NULL CHECK (outcome IN ('create', 'update', 'unchanged', 'faulty')),
  -- The parsed product; null for a faulty line.
  product jsonb,
  -- The original cells of a faulty line, in the order of product_imports.columns: it can be downloaded and corrected.
  cells jsonb CHECK (jsonb_typeof(cells) = 'array'),
  -- [{"column": …, "value": …, "reason": …}]
  faults jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(faults) = 'array'),
  -- Columns that would empty a filled field.
  empties jsonb NOT NULL DEFAULT '[]',
  is_done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX product_import_lines_waiting ON product_import_lines (import_id, line)
  WHERE NOT is_done AND outcome IN ('create', 'update');
CREATE INDEX product_import_lines_faulty ON product_import_lines (import_id, line) WHERE outcome = 'faulty';

-- ── document imports (app/documents) ────────────────────────────────────────
-- Fields of imported documents without a column: unknown fields, an order's former id, the address of a missing picture,
-- the name of an author without account. Exports write them out again.
CREATE TABLE imported_fields (
  collection text NOT NULL,
  document_id text NOT NULL,
  fields jsonb NOT NULL CHECK (jsonb_typeof(fields) = 'object'),
  PRIMARY KEY (collection, document_id)
);
-- Messages refer to an order by its former id.
CREATE INDEX imported_fields_order ON imported_fields ((fields->>'id')) WHERE collection = 'orders';
