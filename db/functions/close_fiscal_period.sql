-- Closes the month or year that ends at `ends` (Paris time) and starts with the entry `first`. Called by close_fiscal_periods,
-- which holds the journal's lock.
CREATE FUNCTION close_fiscal_period(of_period text, first integer, ends timestamp) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  previous fiscal_closures;
  closure fiscal_closures;
BEGIN
  SELECT * INTO previous FROM fiscal_closures ORDER BY sequence DESC LIMIT 1;
  closure.sequence := coalesce(previous.sequence, 0) + 1;
  closure.period := of_period;
  closure.ends_at := ends AT TIME ZONE 'Europe/Paris';
  closure.first_entry := first;
  SELECT coalesce(max(sequence), first - 1) INTO closure.last_entry
    FROM fiscal_entries WHERE sequence >= first AND recorded_at < closure.ends_at;
  closure.last_hash := coalesce((SELECT hash FROM fiscal_entries WHERE sequence = closure.last_entry), '');
  SELECT * INTO closure.settled_cents, closure.refunded_cents, closure.vat_cents, closure.brought_cents
    FROM fiscal_totals(first, closure.last_entry);
  closure.perpetual_cents := (SELECT coalesce(sum(amount_cents), 0) FROM fiscal_entries WHERE sequence <= closure.last_entry);
  closure.closed_at := clock_timestamp();
  closure.hash := fiscal_hash(previous.hash, fiscal_content(closure));
  INSERT INTO fiscal_closures (sequence, period, ends_at, first_entry, last_entry, last_hash, settled_cents, refunded_cents,
      vat_cents, brought_cents, perpetual_cents, closed_at, hash)
    VALUES (closure.sequence, closure.period, closure.ends_at, closure.first_entry, closure.last_entry, closure.last_hash,
      closure.settled_cents, closure.refunded_cents, closure.vat_cents, closure.brought_cents, closure.perpetual_cents,
      closure.closed_at, closure.hash);
END $$;
