-- An administrator uploads the official notice on the legal guarantee.
ALTER TABLE uploads DROP CONSTRAINT uploads_kind_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_kind_check
  CHECK (kind IN ('product', 'avatar', 'logo', 'notice')) NOT VALID;
