-- ── comments ────────────────────────────────────────────────────────────────
CREATE TABLE comments (
  id text PRIMARY KEY,
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  author_id text REFERENCES users ON DELETE SET NULL,
  rate smallint NOT NULL CHECK (rate BETWEEN 0 AND 5),
  text text NOT NULL CHECK (length(text) <= 4000),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The author's last edit. A page of reviews must show both dates (code de la consommation, L111-7-2).
  changed_at timestamptz
);
CREATE INDEX comments_of_product ON comments (product_id, created_at DESC, id);
CREATE INDEX comments_author ON comments (author_id);
CREATE INDEX comments_latest ON comments (created_at DESC, id DESC);

CREATE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE products SET rating_sum = rating_sum - OLD.rate, rating_count = rating_count - 1 WHERE id = OLD.product_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE products SET rating_sum = rating_sum + NEW.rate, rating_count = rating_count + 1 WHERE id = NEW.product_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_rating AFTER INSERT OR DELETE OR UPDATE OF rate, product_id ON comments
  FOR EACH ROW EXECUTE FUNCTION count_rating();

-- Imported fields of a comment hold personal data (its author's former name and photo): they are deleted with it,
-- whether by its author or with its product.
CREATE FUNCTION delete_imported_fields() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM imported_fields WHERE collection = 'comments' AND document_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER delete_imported AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION delete_imported_fields();

CREATE TRIGGER live_insert AFTER INSERT ON comments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON comments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_delete AFTER DELETE ON comments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');

-- Product pages show the name and photo of their comments' authors. A topic of its own: as a change of the products, it
-- would also drop every list from the page caches and reload every open page. Notifications hold at most 8,000 bytes and
-- an id has 26 characters, so 200 ids are sent at once.
CREATE FUNCTION notify_author_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'comments', 'ids', json_agg(product_id))::text)
    FROM (SELECT product_id, (row_number() OVER (ORDER BY product_id) - 1) / 200 AS part
      FROM (SELECT DISTINCT product_id FROM comments WHERE author_id = NEW.user_id) AS commented) AS parts
    GROUP BY part;
  RETURN NULL;
END $$;
CREATE TRIGGER live_author AFTER UPDATE OF name, photo ON profiles FOR EACH ROW
  WHEN ((OLD.name, OLD.photo) IS DISTINCT FROM (NEW.name, NEW.photo))
  EXECUTE FUNCTION notify_author_change();

-- ── favourites ──────────────────────────────────────────────────────────────
CREATE TABLE favourites (
  customer_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, product_id)
);
CREATE INDEX favourites_of_customer ON favourites (customer_id, created_at DESC);
CREATE INDEX favourites_of_product ON favourites (product_id);

CREATE TRIGGER live_insert AFTER INSERT ON favourites REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('favourite', 'product_id', 'customer_id');
CREATE TRIGGER live_update AFTER UPDATE ON favourites REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('favourite', 'product_id', 'customer_id');
CREATE TRIGGER live_delete AFTER DELETE ON favourites REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('favourite', 'product_id', 'customer_id');
