-- Files on their way in (tus): one row from the first byte until a form takes the picture.
CREATE TABLE uploads (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('product', 'avatar')),
  file_name text NOT NULL CHECK (length(file_name) <= 255),
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  -- Set once the file is whole, checked and stored as a picture; the hash is of the file as it was sent.
  picture_path text UNIQUE REFERENCES pictures ON DELETE SET NULL,
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- The lease of the request that reads or writes the file at this moment, on whatever node.
  lease_token text,
  lease_until timestamptz,
  lease_wanted boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX uploads_of_owner ON uploads (owner_id, kind);
CREATE INDEX uploads_oldest ON uploads (created_at);

-- What still shows a picture is looked up before its file goes.
CREATE INDEX order_lines_image ON order_lines (image) WHERE image IS NOT NULL;
CREATE INDEX profiles_photo ON profiles (photo) WHERE photo IS NOT NULL;
CREATE INDEX pictures_oldest ON pictures (created_at);
