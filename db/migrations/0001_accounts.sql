-- The baseline schema: one file per room. Never edit a released file; add a new one (docs/migrations.md).

-- ── shared ──────────────────────────────────────────────────────────────────
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE COLLATION IF NOT EXISTS french (provider = icu, locale = 'fr');

-- « Crème CŒUR » → « creme coeur ». Declared IMMUTABLE, because generated columns and expression indexes require it.
-- unaccent() is only STABLE, but its rules change at most with a new PostgreSQL version. The fixed search path is for
-- pg_restore, which computes generated columns with an empty search path.
CREATE FUNCTION fold(original text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path FROM CURRENT AS $$
BEGIN
  RETURN lower(unaccent(original));
END $$;

-- Statement trigger: one notification per changed row, or one for the whole topic above 50 rows. PostgreSQL sends it at
-- commit, so every writer is covered. Arguments: topic, key column, owner column ('' when no single user owns the rows).
-- Expects a transition table named « changed ».
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

-- Rate limit counters. UNLOGGED: losing them in a crash is harmless.
CREATE UNLOGGED TABLE limits (
  -- A keyed hash of the action and of its caller: no address or e-mail is stored.
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX limits_ended ON limits (ends_at);

-- ── users and sessions (better-auth's columns) ──────────────────────────────
CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- Administrators search orders by the beginning of the customer's address.
CREATE INDEX users_by_email ON users (email COLLATE "C");

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
-- Notifies every node, which then closes the live streams of the deleted session.
CREATE TRIGGER live_delete AFTER DELETE ON sessions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('session', 'id', 'user_id');

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
  -- When the password was last set (set_password_time). Password links requested earlier are refused.
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX credentials_user ON credentials (user_id);

-- Uses the database's clock, because nodes' clocks differ. An inserted row may carry its own time (a backup, a wrong
-- clock), but never a future one.
CREATE FUNCTION set_password_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := CASE TG_OP WHEN 'INSERT' THEN least(NEW.updated_at, clock_timestamp()) ELSE clock_timestamp() END;
  RETURN NEW;
END $$;
CREATE TRIGGER set_password_time BEFORE INSERT OR UPDATE OF password ON credentials FOR EACH ROW
  EXECUTE FUNCTION set_password_time();

-- Password links.
CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_identifier ON verifications (identifier);
-- `value` is the account's id: a new password or sign-in address deletes all links of the account.
CREATE INDEX verifications_value ON verifications (value);

-- ── profiles ────────────────────────────────────────────────────────────────
-- The specification's « users » documents: personal data that users enter, and the administrator's flag.
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
-- A picture's file is only removed once no row refers to it.
CREATE INDEX profiles_photo ON profiles (photo) WHERE photo IS NOT NULL;
CREATE INDEX profiles_by_email ON profiles (lower(email) COLLATE "C");

-- Every user has exactly one profile.
CREATE FUNCTION insert_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profiles (user_id, storage_id, name, email)
    VALUES (NEW.id, replace(gen_random_uuid()::text, '-', ''), left(NEW.name, 200), NEW.email);
  RETURN NULL;
END $$;
CREATE TRIGGER users_profile AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION insert_profile();

CREATE TRIGGER live_insert AFTER INSERT ON profiles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('profile', 'user_id', 'user_id');
CREATE TRIGGER live_update AFTER UPDATE ON profiles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('profile', 'user_id', 'user_id');
CREATE TRIGGER live_delete AFTER DELETE ON profiles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('profile', 'user_id', 'user_id');

-- The account page shows the sign-in address beside the profile.
CREATE FUNCTION notify_sign_in_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'profile', 'id', NEW.id, 'owner', NEW.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER live_email AFTER UPDATE OF email ON users FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION notify_sign_in_address();

-- ── last use ────────────────────────────────────────────────────────────────
-- The last sign-in of each account: accounts without one for three years are deleted (docs/decisions/0031).
CREATE TABLE account_uses (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- When the owner was warned of the deletion; the next sign-in sets it to null.
  end_announced_at timestamptz
);

-- Argument: the column that holds the account's id.
CREATE FUNCTION record_account_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_uses (user_id) VALUES (to_jsonb(NEW) ->> TG_ARGV[0])
  ON CONFLICT (user_id) DO UPDATE SET last_used_at = now(), end_announced_at = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER record_use AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION record_account_use('id');
CREATE TRIGGER record_use AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION record_account_use('user_id');

-- ── changes of the sign-in address ──────────────────────────────────────────
-- A requested address. It takes effect when the link sent to it is opened.
CREATE TABLE email_changes (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  is_open boolean NOT NULL DEFAULT true,
  asked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX email_changes_of_user ON email_changes (user_id, asked_at);
CREATE UNIQUE INDEX email_changes_one_open ON email_changes (user_id) WHERE is_open;

-- A replaced address. For seven days, the link sent to it restores it.
CREATE TABLE former_addresses (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX former_addresses_of_user ON former_addresses (user_id, changed_at);
CREATE INDEX former_addresses_email ON former_addresses (email);

-- During those seven days no other account may take the address. AFTER trigger: an insert that waited at the unique index
-- for the address change to commit sees the row of former_addresses here.
CREATE FUNCTION reserve_former_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_addresses
    WHERE email = NEW.email AND user_id <> NEW.id AND changed_at > now() - interval '7 days') THEN
    RAISE unique_violation USING MESSAGE = 'the address is reserved for its former account';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reserve_former_address AFTER INSERT OR UPDATE OF email ON users FOR EACH ROW
  EXECUTE FUNCTION reserve_former_address();

-- ── audit trail ─────────────────────────────────────────────────────────────
-- Changes of products, orders and roles with their author, written in the transaction of the change. Append-only.
CREATE TABLE audit_events (
  id text PRIMARY KEY,
  -- Null for acts of commands and jobs, and once the actor's account is deleted.
  actor_id text REFERENCES users ON DELETE SET NULL,
  actor_name text NOT NULL,
  act text NOT NULL,
  subject_type text NOT NULL CHECK (subject_type IN ('product', 'order', 'role')),
  subject_id text NOT NULL,
  subject_name text NOT NULL,
  -- The import that the act belongs to: the history shows it as one line.
  group_id text,
  -- [{"field": …, "before": …, "after": …}]
  changes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changes) = 'array'),
  created_at timestamptz NOT NULL DEFAULT now(),
  search_text text NOT NULL GENERATED ALWAYS AS (fold(actor_name || ' ' || subject_name)) STORED
);
CREATE INDEX audit_events_subject ON audit_events (subject_type, subject_id, id DESC);
CREATE INDEX audit_events_actor ON audit_events (actor_id);
CREATE INDEX audit_events_search ON audit_events USING gin (search_text gin_trgm_ops);
-- The history by type, without the single acts of imports (group_id), and the acts of one import.
CREATE INDEX audit_events_of_type ON audit_events (subject_type, id DESC);
CREATE INDEX audit_events_apart ON audit_events (id DESC) WHERE group_id IS NULL;
CREATE INDEX audit_events_apart_of_type ON audit_events (subject_type, id DESC) WHERE group_id IS NULL;
CREATE INDEX audit_events_of_group ON audit_events (group_id, id DESC) WHERE group_id IS NOT NULL;

CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is never altered' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_trail';
END $$;
-- actor_id may change: deleting an account sets it to null.
CREATE TRIGGER audit_events_unaltered BEFORE UPDATE OF actor_name, act, subject_type, subject_id, subject_name, changes, created_at
  ON audit_events FOR EACH ROW EXECUTE FUNCTION forbid_change();

CREATE TRIGGER live_insert AFTER INSERT ON audit_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('audit', 'id', '');
