-- A time as text, in UTC with microseconds: the same whatever the session's time zone is. Called by fiscal_content, and by the
-- verification of the journal.
CREATE FUNCTION fiscal_time(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
