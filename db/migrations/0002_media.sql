-- ── stored pictures ─────────────────────────────────────────────────────────
CREATE TABLE pictures (
  path text PRIMARY KEY,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  has_renditions boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pictures_waiting ON pictures (path) WHERE NOT has_renditions;
CREATE INDEX pictures_oldest ON pictures (created_at);

-- ── uploads (tus) ───────────────────────────────────────────────────────────
-- One row from before the first byte until a form claims the picture.
CREATE TABLE uploads (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('product', 'avatar')),
  file_name text NOT NULL CHECK (length(file_name) <= 255),
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  -- Both null until the file is complete, checked and stored as a picture. sha256 is of the uploaded file, not of the picture.
  picture_path text UNIQUE REFERENCES pictures ON DELETE SET NULL,
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Lease of the request that reads or writes the file now, on any node. lease_wanted: another request waits for it.
  lease_token text,
  lease_until timestamptz,
  lease_wanted boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX uploads_of_owner ON uploads (owner_id, kind);
CREATE INDEX uploads_oldest ON uploads (created_at);
