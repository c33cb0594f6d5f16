-- Éclat, first schema. Forward only; never edited once landed: add a new file instead.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE COLLATION IF NOT EXISTS french (provider = icu, locale = 'fr');

-- ── accounts ────────────────────────────────────────────────────────────────
CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE credentials (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX credentials_user ON credentials (user_id);

CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_identifier ON verifications (identifier);

CREATE TABLE rate_limits (
  id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  count integer NOT NULL,
  last_request bigint NOT NULL
);

-- The specification's « users » documents: what a person says of themselves, and the administrator's flag.
CREATE TABLE profiles (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  storage_id text NOT NULL UNIQUE,
  name text NOT NULL CHECK (length(name) <= 200),
  date_of_birth date,
  phone text NOT NULL DEFAULT '' CHECK (length(phone) <= 40),
  email text NOT NULL DEFAULT '' CHECK (length(email) <= 320),
  photo text,
  is_admin boolean NOT NULL DEFAULT false
);

-- Whoever makes a user makes the profile: there is never one without the other.
CREATE FUNCTION make_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profiles (user_id, storage_id, name, email)
    VALUES (NEW.id, replace(gen_random_uuid()::text, '-', ''), left(NEW.name, 200), NEW.email);
  RETURN NULL;
END $$;
CREATE TRIGGER users_profile AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION make_profile();

-- ── media ───────────────────────────────────────────────────────────────────
CREATE TABLE pictures (
  path text PRIMARY KEY,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  has_renditions boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pictures_waiting ON pictures (path) WHERE NOT has_renditions;

-- ── catalogue ───────────────────────────────────────────────────────────────
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
  rating_sum bigint NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0 CHECK (rating_count >= 0),
  rating numeric(2, 1) NOT NULL GENERATED ALWAYS AS
    (CASE WHEN rating_count = 0 THEN 0 ELSE round(rating_sum::numeric / rating_count, 1) END) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz
);
CREATE INDEX products_by_name ON products (name COLLATE french, id);
CREATE INDEX products_by_category ON products (category, name COLLATE french, id);
CREATE INDEX products_by_prefix ON products (name COLLATE "C");
CREATE INDEX products_by_selling_type ON products (selling_type, rating_count DESC, id);
CREATE INDEX products_creator ON products (creator_id);

CREATE TABLE product_pictures (
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position >= 0),
  path text NOT NULL UNIQUE REFERENCES pictures,
  PRIMARY KEY (product_id, position)
);

-- ── reviews ─────────────────────────────────────────────────────────────────
CREATE TABLE comments (
  id text PRIMARY KEY,
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  author_id text REFERENCES users ON DELETE SET NULL,
  rate smallint NOT NULL CHECK (rate BETWEEN 0 AND 5),
  text text NOT NULL CHECK (length(text) <= 4000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX comments_of_product ON comments (product_id, created_at DESC, id);
CREATE INDEX comments_author ON comments (author_id);

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

-- ── favourites ──────────────────────────────────────────────────────────────
CREATE TABLE favourites (
  customer_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  product_id text NOT NULL REFERENCES products ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, product_id)
);
CREATE INDEX favourites_of_customer ON favourites (customer_id, created_at DESC);
CREATE INDEX favourites_of_product ON favourites (product_id);

-- ── orders ──────────────────────────────────────────────────────────────────
CREATE TABLE orders (
  id text PRIMARY KEY CHECK (length(id) = 26),
  customer_id text REFERENCES users ON DELETE SET NULL,
  idempotency_key text NOT NULL,
  total_cents integer NOT NULL CHECK (total_cents > 0),
  shipping_method text NOT NULL CHECK (shipping_method IN ('Point de relais', 'Livraison à domicile')),
  payment_method text NOT NULL CHECK (payment_method IN ('Paiement à la livraison', 'Paiement securisé en ligne')),
  shipping_address text NOT NULL CHECK (length(shipping_address) BETWEEN 1 AND 500),
  phone_number text NOT NULL CHECK (length(phone_number) BETWEEN 1 AND 40),
  customer_name text NOT NULL CHECK (length(customer_name) BETWEEN 1 AND 200),
  shipping_from date NOT NULL,
  shipping_until date NOT NULL CHECK (shipping_until >= shipping_from),
  terms_version text NOT NULL,
  payer_email text,
  is_paid boolean NOT NULL DEFAULT false,
  paid_at timestamptz,
  is_shipped boolean NOT NULL DEFAULT false,
  shipped_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (customer_id, idempotency_key)
);
CREATE INDEX orders_of_customer ON orders (customer_id, id DESC);
CREATE INDEX orders_to_deliver ON orders (id DESC) WHERE NOT is_shipped;

-- What was bought, as it was when it was bought: it outlives the product (no foreign key on purpose).
CREATE TABLE order_lines (
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position >= 0),
  product_id text NOT NULL,
  name text NOT NULL,
  image text,
  unit_price_cents integer NOT NULL CHECK (unit_price_cents >= 0),
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  PRIMARY KEY (order_id, position),
  UNIQUE (order_id, product_id)
);
CREATE INDEX order_lines_product ON order_lines (product_id);

CREATE FUNCTION check_order_total() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  the_order orders;
  lines_total bigint;
BEGIN
  SELECT * INTO the_order FROM orders
    WHERE id = CASE WHEN TG_TABLE_NAME = 'orders' THEN to_jsonb(NEW)->>'id'
                    ELSE coalesce(to_jsonb(NEW)->>'order_id', to_jsonb(OLD)->>'order_id') END;
  IF the_order.id IS NULL THEN RETURN NULL; END IF;
  SELECT sum(unit_price_cents::bigint * quantity) INTO lines_total FROM order_lines WHERE order_id = the_order.id;
  IF lines_total IS DISTINCT FROM the_order.total_cents THEN
    RAISE EXCEPTION 'order % totals % but its lines %', the_order.id, the_order.total_cents, lines_total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_total';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER order_total AFTER INSERT OR UPDATE OF total_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_total();
CREATE CONSTRAINT TRIGGER order_lines_total AFTER INSERT OR UPDATE OR DELETE ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_total();

CREATE FUNCTION forbid_order_going_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.is_paid AND NOT NEW.is_paid) OR (OLD.is_shipped AND NOT NEW.is_shipped) THEN
    RAISE EXCEPTION 'a paid or shipped order never goes back'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_never_goes_back';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_never_goes_back BEFORE UPDATE OF is_paid, is_shipped ON orders
  FOR EACH ROW EXECUTE FUNCTION forbid_order_going_back();

-- ── payments ────────────────────────────────────────────────────────────────
CREATE TABLE payments (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  attempt smallint NOT NULL CHECK (attempt > 0),
  provider_order_id text UNIQUE,
  capture_id text UNIQUE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL DEFAULT 'EUR',
  state text NOT NULL CHECK (state IN ('creating', 'created', 'capturing', 'captured', 'unknown', 'failed', 'mismatch')),
  detail text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_id, attempt)
);
-- One capture pays an order: a second one can only be a mistake of ours.
CREATE UNIQUE INDEX payments_one_capture ON payments (order_id) WHERE state = 'captured';

-- ── messages ────────────────────────────────────────────────────────────────
CREATE TABLE messages (
  id text PRIMARY KEY,
  title text NOT NULL CHECK (length(title) <= 300),
  message text NOT NULL CHECK (length(message) <= 10000),
  is_read boolean NOT NULL DEFAULT false,
  email text NOT NULL DEFAULT '',
  company text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  phone_number text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX messages_latest ON messages (created_at DESC, id);
CREATE INDEX messages_unread ON messages (id) WHERE NOT is_read;

-- ── live ────────────────────────────────────────────────────────────────────
-- One notification a statement and key: PostgreSQL sends it at commit, whoever made the change.
-- Arguments: topic, column of the key, column of the owner ('' when everybody may know).
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM changed LIMIT 51) AS few) > 50 THEN
    PERFORM pg_notify('live', json_build_object('topic', TG_ARGV[0])::text);
  ELSE
    PERFORM pg_notify('live', json_build_object(
      'topic', TG_ARGV[0], 'id', to_jsonb(c)->>TG_ARGV[1], 'owner', to_jsonb(c)->>TG_ARGV[2])::text)
    FROM changed AS c;
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  watched record;
BEGIN
  FOR watched IN SELECT * FROM (VALUES
    ('products', 'product', 'id', ''),
    ('product_pictures', 'product', 'product_id', ''),
    ('comments', 'product', 'product_id', ''),
    ('favourites', 'favourite', 'product_id', 'customer_id'),
    ('orders', 'order', 'id', 'customer_id'),
    ('messages', 'message', 'id', ''),
    ('profiles', 'profile', 'user_id', 'user_id')) AS list (table_name, topic, key_column, owner_column)
  LOOP
    EXECUTE format('CREATE TRIGGER live_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_change(%L, %L, %L)',
      watched.table_name, watched.topic, watched.key_column, watched.owner_column);
    EXECUTE format('CREATE TRIGGER live_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_change(%L, %L, %L)',
      watched.table_name, watched.topic, watched.key_column, watched.owner_column);
    EXECUTE format('CREATE TRIGGER live_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_change(%L, %L, %L)',
      watched.table_name, watched.topic, watched.key_column, watched.owner_column);
  END LOOP;
END $$;
