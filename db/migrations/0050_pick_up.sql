-- When the buyer took the parcels of an order from its relay point, and who said so; null: not known
-- (docs/decisions/0110-day-of-pick-up.md). `withdrawal_from`: the day from which the period of withdrawal counts then.
ALTER TABLE orders ADD COLUMN picked_up_on date;
ALTER TABLE orders ADD COLUMN picked_up_source text;
ALTER TABLE orders ADD COLUMN withdrawal_from date;
ALTER TABLE orders ADD CONSTRAINT orders_pick_up_check CHECK (
  num_nonnulls(picked_up_on, picked_up_source, withdrawal_from) IN (0, 3)
  AND picked_up_source IN ('customer', 'carrier', 'administrator') AND withdrawal_from >= picked_up_on) NOT VALID;
-- The same day of one parcel, by the carrier's file.
ALTER TABLE parcels ADD COLUMN picked_up_on date;
