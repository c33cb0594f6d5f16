-- SHA-256 in hexadecimal of the previous hash (empty for the first row) followed by the content. Called by append_fiscal_entry
-- and close_fiscal_period, which write it, and by the verification of the journal.
CREATE FUNCTION fiscal_hash(previous text, content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(coalesce(previous, '') || content, 'UTF8')), 'hex')
$$;
