-- Closes every ended month, and every ended year after its December, from the first entry of the journal of payments until
-- `moment`. Returns the number of closed periods. Called by a job.
CREATE FUNCTION close_fiscal_periods(moment timestamptz DEFAULT now()) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  -- The beginning of the next month to close, Paris time.
  beginning timestamp;
  ends timestamp;
  closed integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(4021969);
  beginning := coalesce((SELECT max(ends_at) AT TIME ZONE 'Europe/Paris' FROM fiscal_closures),
    (SELECT date_trunc('month', recorded_at AT TIME ZONE 'Europe/Paris') FROM fiscal_entries WHERE sequence = 1));
  LOOP
    ends := beginning + interval '1 month';
    EXIT WHEN ends IS NULL OR ends AT TIME ZONE 'Europe/Paris' > moment;
    PERFORM close_fiscal_period(to_char(beginning, 'YYYY-MM'),
      coalesce((SELECT max(last_entry) FROM fiscal_closures), 0) + 1, ends);
    closed := closed + 1;
    IF extract(month FROM beginning) = 12 THEN
      PERFORM close_fiscal_period(to_char(beginning, 'YYYY'),
        (SELECT min(first_entry) FROM fiscal_closures WHERE period LIKE to_char(beginning, 'YYYY') || '-%'), ends);
      closed := closed + 1;
    END IF;
    beginning := ends;
  END LOOP;
  RETURN closed;
END $$;
