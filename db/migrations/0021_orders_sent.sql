-- An unpaid order's reservation ended (docs/decisions/0070-stock.md); everything that was to be sent has left with a carrier
-- (docs/decisions/0071-parcels.md). Null: not yet.
ALTER TABLE orders
  ADD COLUMN hold_ended_at timestamptz,
  ADD COLUMN handed_over_at timestamptz;
