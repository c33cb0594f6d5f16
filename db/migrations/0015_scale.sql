-- Lists at scale: the same work for a thousand products as for a million.

-- ── products ────────────────────────────────────────────────────────────────
-- Each holds what its list filters by, so that a deep page is counted off in the index alone.
DROP INDEX products_by_name, products_by_category, products_by_prefix;
CREATE INDEX products_by_name ON products (name COLLATE french, id) INCLUDE (price_cents, category, selling_type);
CREATE INDEX products_by_category ON products (category, name COLLATE french, id) INCLUDE (price_cents, selling_type);
CREATE INDEX products_by_price ON products (price_cents, name COLLATE french, id) INCLUDE (category);
CREATE INDEX products_by_sale ON products (selling_type, name COLLATE french, id) INCLUDE (category);
-- For counting: short entries, many to a page, and bytes, which compare faster than French words.
CREATE INDEX products_by_prefix ON products (category, name COLLATE "C") INCLUDE (price_cents, selling_type);
CREATE INDEX products_by_price_alone ON products (price_cents);
CREATE INDEX products_by_category_price ON products (category, price_cents);
-- The best rated of a category; the newest featured ones, of all and of a category.
CREATE INDEX products_by_rating ON products (category, rating DESC, rating_count DESC, id);
CREATE INDEX products_newest ON products (selling_type, id);
CREATE INDEX products_newest_of_category ON products (category, selling_type, id);

-- How many products there are, added up over the rows of a category and selling type: one row, or a few for a moment,
-- as two products saved at once never wait for each other (the rows that another transaction holds are left to it).
CREATE TABLE product_counts (
  category text NOT NULL,
  selling_type text NOT NULL,
  count integer NOT NULL
);

CREATE FUNCTION count_products(counted_category text, counted_type text, difference integer) RETURNS void LANGUAGE sql AS $$
  WITH free AS (
    SELECT ctid AS place FROM product_counts WHERE category = counted_category AND selling_type = counted_type
    FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM product_counts WHERE ctid IN (SELECT place FROM free) RETURNING count
  )
  INSERT INTO product_counts
    SELECT counted_category, counted_type, coalesce(sum(count), 0) + difference FROM taken
$$;

CREATE FUNCTION count_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_products(category, selling_type, CASE TG_OP WHEN 'INSERT' THEN count ELSE -count END)
    FROM (SELECT category, selling_type, count(*)::integer AS count FROM changed GROUP BY 1, 2) AS counted;
  RETURN NULL;
END $$;
CREATE TRIGGER count_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_products();
CREATE TRIGGER count_delete AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_products();

CREATE FUNCTION count_moved_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_products(OLD.category, OLD.selling_type, -1);
  PERFORM count_products(NEW.category, NEW.selling_type, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER count_update AFTER UPDATE OF category, selling_type ON products FOR EACH ROW
  WHEN ((OLD.category, OLD.selling_type) IS DISTINCT FROM (NEW.category, NEW.selling_type))
  EXECUTE FUNCTION count_moved_product();

INSERT INTO product_counts SELECT category, selling_type, count(*) FROM products GROUP BY 1, 2;

-- ── orders ──────────────────────────────────────────────────────────────────
CREATE INDEX orders_delivered ON orders (id DESC) INCLUDE (is_paid, payment_method) WHERE is_shipped;
CREATE INDEX orders_cancelled ON orders (id DESC) WHERE cancelled_at IS NOT NULL;
CREATE INDEX orders_unpaid ON orders (id DESC)
  WHERE NOT is_paid AND payment_method <> 'Paiement à la livraison' AND cancelled_at IS NULL;
CREATE INDEX orders_on_delivery ON orders (id DESC) WHERE payment_method = 'Paiement à la livraison';
