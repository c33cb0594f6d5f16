-- The sums of the entries from `first` to `last`, in cents: what the shop settled and refunded, the VAT of both, and what an
-- import or a migration added. Called by close_fiscal_period, and by the journal's page and verification.
CREATE FUNCTION fiscal_totals(first integer, last integer,
  OUT settled bigint, OUT refunded bigint, OUT vat bigint, OUT brought bigint) LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount_cents) FILTER (WHERE origin = 'shop' AND kind <> 'refund'), 0),
    coalesce(-sum(amount_cents) FILTER (WHERE origin = 'shop' AND kind = 'refund'), 0),
    coalesce(sum(vat_cents) FILTER (WHERE origin = 'shop'), 0),
    coalesce(sum(amount_cents) FILTER (WHERE origin <> 'shop'), 0)
  FROM fiscal_entries WHERE sequence BETWEEN first AND last
$$;
