-- Adds an entry to the journal of payments: one for each settled order, one for each refund
-- (docs/decisions/0062-fiscal-journal.md). The entry's hash covers the previous entry's hash. Idempotent: does nothing if the
-- journal already has the order or refund. Called by journal_settlement and journal_refund.
CREATE FUNCTION append_fiscal_entry(of_kind text, of_origin text, of_order text, of_refund text, amount integer, moment timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  previous fiscal_entries;
  entry fiscal_entries;
  paper invoices;
BEGIN
  -- Until the commit, so that the chain has a total order (docs/locks.md, 13).
  PERFORM pg_advisory_xact_lock(4021969);
  IF of_kind = 'refund' THEN
    PERFORM FROM fiscal_entries WHERE refund_id = of_refund;
    IF FOUND THEN RETURN; END IF;
    SELECT * INTO paper FROM invoices WHERE refund_id = of_refund;
  ELSE
    PERFORM FROM fiscal_entries WHERE order_id = of_order AND kind <> 'refund';
    IF FOUND THEN RETURN; END IF;
    SELECT * INTO paper FROM invoices WHERE order_id = of_order AND kind = 'invoice';
  END IF;
  SELECT * INTO previous FROM fiscal_entries ORDER BY sequence DESC LIMIT 1;
  entry.sequence := coalesce(previous.sequence, 0) + 1;
  entry.kind := of_kind;
  entry.origin := of_origin;
  entry.order_id := of_order;
  entry.refund_id := of_refund;
  entry.document := paper.number;
  entry.amount_cents := amount;
  entry.vat_percent := (paper.snapshot ->> 'vatPercent')::numeric(5, 2);
  entry.vat_cents := (paper.snapshot ->> 'vatCents')::integer;
  entry.recorded_at := greatest(clock_timestamp(), previous.recorded_at, (SELECT max(ends_at) FROM fiscal_closures));
  entry.happened_at := CASE of_origin WHEN 'shop' THEN entry.recorded_at ELSE coalesce(paper.issued_at, moment) END;
  entry.hash := fiscal_hash(previous.hash, fiscal_content(entry));
  INSERT INTO fiscal_entries (sequence, kind, origin, order_id, refund_id, document, amount_cents, vat_percent, vat_cents,
      happened_at, recorded_at, hash)
    VALUES (entry.sequence, entry.kind, entry.origin, entry.order_id, entry.refund_id, entry.document, entry.amount_cents,
      entry.vat_percent, entry.vat_cents, entry.happened_at, entry.recorded_at, entry.hash);
END $$;
