-- ── journal of payments ─────────────────────────────────────────────────────
-- Append-only and hash-chained (CGI, art. 286 I 3° bis; docs/decisions/0062-fiscal-journal.md). One entry per settled order and
-- per refund, written at the commit of the transaction that settles or refunds.
CREATE TABLE fiscal_entries (
  sequence integer PRIMARY KEY CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind IN ('online', 'cash', 'refund')),
  -- « import » and « migration »: settled elsewhere, or before the shop kept this journal.
  origin text NOT NULL CHECK (origin IN ('shop', 'import', 'migration')),
  -- No foreign key: the journal remains as it is, whatever happens to the order.
  order_id text NOT NULL,
  refund_id text UNIQUE,
  -- The number of the invoice or credit note; null for an imported order without one.
  document text,
  -- VAT included; a refund's is negative. Rate and VAT are those of the document.
  amount_cents integer NOT NULL,
  vat_percent numeric(5, 2),
  vat_cents integer,
  -- When the money changed hands; equals recorded_at for the shop's own entries.
  happened_at timestamptz NOT NULL,
  -- Never before the previous entry's, nor inside a closed period.
  recorded_at timestamptz NOT NULL,
  hash text NOT NULL,
  CHECK (CASE kind WHEN 'refund' THEN amount_cents < 0 AND refund_id IS NOT NULL
                   ELSE amount_cents > 0 AND refund_id IS NULL END)
);
CREATE UNIQUE INDEX fiscal_entries_settled ON fiscal_entries (order_id) WHERE kind <> 'refund';
CREATE INDEX fiscal_entries_happened ON fiscal_entries (happened_at);

-- Totals of the months and years that have ended in Europe/Paris, with a chain of their own.
CREATE TABLE fiscal_closures (
  sequence integer PRIMARY KEY CHECK (sequence > 0),
  -- « 2026-11 » or « 2026 ».
  period text NOT NULL UNIQUE CHECK (period ~ '^[0-9]{4}(-[0-9]{2})?$'),
  -- The end of the period, exclusive.
  ends_at timestamptz NOT NULL,
  -- The entries recorded in the period; last_entry = first_entry - 1 if there is none.
  first_entry integer NOT NULL,
  last_entry integer NOT NULL,
  -- Hash of the entry last_entry; empty if it doesn't exist.
  last_hash text NOT NULL,
  -- The shop's own entries of the period.
  settled_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  vat_cents bigint NOT NULL,
  -- The entries of the period that an import or the migration added, refunds deducted.
  brought_cents bigint NOT NULL,
  -- All entries since the first one, refunds deducted.
  perpetual_cents bigint NOT NULL,
  closed_at timestamptz NOT NULL,
  hash text NOT NULL
);

CREATE FUNCTION forbid_fiscal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal of payments is never altered: a new entry corrects it'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_unaltered';
END $$;
CREATE TRIGGER fiscal_unaltered BEFORE UPDATE OR DELETE OR TRUNCATE ON fiscal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_fiscal_change();
CREATE TRIGGER fiscal_unaltered BEFORE UPDATE OR DELETE OR TRUNCATE ON fiscal_closures
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_fiscal_change();

-- ── chain ───────────────────────────────────────────────────────────────────
CREATE FUNCTION fiscal_time(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- What an entry's hash covers besides the previous hash: a JSON array of its columns.
CREATE FUNCTION fiscal_content(entry fiscal_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(entry.sequence, entry.kind, entry.origin, entry.order_id, entry.refund_id, entry.document,
    entry.amount_cents, entry.vat_percent, entry.vat_cents, fiscal_time(entry.happened_at), fiscal_time(entry.recorded_at))::text
$$;
CREATE FUNCTION fiscal_content(closure fiscal_closures) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(closure.sequence, closure.period, fiscal_time(closure.ends_at), closure.first_entry,
    closure.last_entry, closure.last_hash, closure.settled_cents, closure.refunded_cents, closure.vat_cents,
    closure.brought_cents, closure.perpetual_cents, fiscal_time(closure.closed_at))::text
$$;

-- SHA-256 in hexadecimal of the previous hash (empty for the first row) followed by the content.
CREATE FUNCTION fiscal_hash(previous text, content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(coalesce(previous, '') || content, 'UTF8')), 'hex')
$$;

-- Adds an entry, once per settled order and per refund.
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

-- Deferred to the commit: invoice and credit note exist by then, and the chain's lock is held for a moment only. An order or
-- refund that is inserted settled comes from an import: the shop inserts both unsettled.
CREATE FUNCTION journal_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_cash boolean := NEW.payment_method = 'Paiement à la livraison';
BEGIN
  PERFORM append_fiscal_entry(CASE WHEN is_cash THEN 'cash' ELSE 'online' END,
    CASE TG_OP WHEN 'INSERT' THEN 'import' ELSE 'shop' END, NEW.id, NULL, NEW.total_cents,
    coalesce(CASE WHEN is_cash THEN NEW.shipped_at END, NEW.paid_at, NEW.created_at));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_paid OR (NEW.is_shipped AND NEW.payment_method = 'Paiement à la livraison'))
  EXECUTE FUNCTION journal_settlement();
CREATE CONSTRAINT TRIGGER journal_update AFTER UPDATE OF is_paid, is_shipped ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.is_paid OR (NEW.is_shipped AND NEW.payment_method = 'Paiement à la livraison'))
    AND NOT (OLD.is_paid OR (OLD.is_shipped AND OLD.payment_method = 'Paiement à la livraison')))
  EXECUTE FUNCTION journal_settlement();

CREATE FUNCTION journal_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_fiscal_entry('refund', CASE TG_OP WHEN 'INSERT' THEN 'import' ELSE 'shop' END, NEW.order_id, NEW.id,
    -NEW.amount_cents, NEW.updated_at);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_insert AFTER INSERT ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'done') EXECUTE FUNCTION journal_refund();
CREATE CONSTRAINT TRIGGER journal_update AFTER UPDATE OF state ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'done' AND OLD.state <> 'done') EXECUTE FUNCTION journal_refund();

-- ── closures ────────────────────────────────────────────────────────────────
-- Closes the month or year that ends at `ends` (Paris time) and starts with the entry `first`. The caller holds the chain's lock.
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

CREATE FUNCTION fiscal_totals(first integer, last integer,
  OUT settled bigint, OUT refunded bigint, OUT vat bigint, OUT brought bigint) LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount_cents) FILTER (WHERE origin = 'shop' AND kind <> 'refund'), 0),
    coalesce(-sum(amount_cents) FILTER (WHERE origin = 'shop' AND kind = 'refund'), 0),
    coalesce(sum(vat_cents) FILTER (WHERE origin = 'shop'), 0),
    coalesce(sum(amount_cents) FILTER (WHERE origin <> 'shop'), 0)
  FROM fiscal_entries WHERE sequence BETWEEN first AND last
$$;

-- Closes every month that has ended before `moment` since the first entry, and every year after its December. Returns how many
-- periods it closed.
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
