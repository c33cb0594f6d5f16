-- The content that is hashed, besides the previous hash, for an entry or a closure: a JSON array of its columns. Called by
-- append_fiscal_entry and close_fiscal_period, which write the hash, and by the verification of the journal.
CREATE FUNCTION fiscal_content(entry fiscal_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(entry.sequence, entry.kind, entry.origin, entry.order_id, entry.refund_id, entry.document,
    entry.amount_cents, entry.vat_percent, entry.vat_cents, fiscal_time(entry.happened_at), fiscal_time(entry.recorded_at))::text
$$;

CREATE FUNCTION fiscal_content(closure fiscal_closures) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(closure.sequence, closure.period, fiscal_time(closure.ends_at), closure.first_entry,
    closure.last_entry, closure.last_hash, closure.settled_cents, closure.refunded_cents, closure.vat_cents,
    closure.brought_cents, closure.perpetual_cents, fiscal_time(closure.closed_at))::text
$$;
