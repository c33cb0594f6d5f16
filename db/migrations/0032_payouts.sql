-- ── transactions of the provider ────────────────────────────────────────────
-- Read from PayPal's Transaction Search (docs/decisions/0081-payouts.md). What moved money never changes again.
CREATE TABLE provider_transactions (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9-]{1,64}$'),
  -- PayPal's code of the event: T0006, T1107…
  code text NOT NULL CHECK (code ~ '^T[0-9]{4}$'),
  kind text NOT NULL CHECK (kind IN ('capture', 'refund', 'dispute', 'fee', 'transfer', 'hold', 'other')),
  -- D: denied, P: pending, S: succeeded, V: succeeded and reversed since by a transaction of its own.
  status text NOT NULL CHECK (status IN ('D', 'P', 'S', 'V')),
  -- As it changes the balance: a refund and the fee of a payment are negative. Cents.
  amount_cents integer NOT NULL,
  fee_cents integer NOT NULL DEFAULT 0,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- The transaction that it follows: the capture of a refund.
  reference_id text,
  custom_id text,
  initiated_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When its money moved; null while pending, and when denied.
  moved_at timestamptz,
  -- Whether the accounts have an entry of it. A capture's and a refund's own amount is in the entry of its document.
  is_booked boolean NOT NULL GENERATED ALWAYS AS (moved_at IS NOT NULL AND currency = 'EUR' AND CASE
    WHEN kind = 'hold' THEN false
    WHEN kind IN ('capture', 'refund') THEN fee_cents <> 0
    WHEN kind = 'fee' THEN amount_cents + fee_cents <> 0
    ELSE amount_cents <> 0 OR fee_cents <> 0 END) STORED,
  -- Its entry's number, continuous in each year (Europe/Paris).
  year smallint,
  number integer CHECK (number > 0),
  CHECK ((year IS NULL) = (number IS NULL)),
  CHECK (number IS NULL OR is_booked),
  UNIQUE (year, number)
);
CREATE INDEX provider_transactions_moved ON provider_transactions (moved_at, id);
CREATE INDEX provider_transactions_unnumbered ON provider_transactions (moved_at, id) WHERE is_booked AND number IS NULL;
CREATE INDEX provider_transactions_pending ON provider_transactions (initiated_at) WHERE status = 'P';

CREATE FUNCTION refuse_moved_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.amount_cents, OLD.fee_cents, OLD.currency, OLD.kind, OLD.moved_at)
      IS DISTINCT FROM (NEW.amount_cents, NEW.fee_cents, NEW.currency, NEW.kind, NEW.moved_at)
      OR (OLD.number IS NOT NULL AND (OLD.year, OLD.number) IS DISTINCT FROM (NEW.year, NEW.number)) THEN
    RAISE EXCEPTION 'transaction % has moved money: it never changes', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON provider_transactions FOR EACH ROW
  WHEN (OLD.moved_at IS NOT NULL) EXECUTE FUNCTION refuse_moved_transaction();

-- How far they have been read: one row, inserted when an administrator asks for the first reading. Without it nothing is read.
CREATE TABLE provider_readings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  started_at timestamptz NOT NULL DEFAULT now(),
  -- The account that was read; another one is read from the beginning.
  account text NOT NULL DEFAULT '',
  -- Complete from here to here.
  read_from timestamptz,
  read_until timestamptz,
  last_read_at timestamptz,
  outcome text CHECK (outcome IN ('read', 'not-authorized', 'failed')),
  detail text,
  -- The balance in euros that PayPal last told, and when it was that.
  balance_cents bigint,
  balance_at timestamptz,
  -- The node that reads holds it: a random id, and until when.
  lease text,
  leased_until timestamptz
);
