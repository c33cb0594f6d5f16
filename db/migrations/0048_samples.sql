-- Samples are given on request only (Code de l'environnement, L541-15-10 V). Null: not asked for; « unavailable »: asked for after
-- the shop had stopped offering them.
ALTER TABLE orders ADD COLUMN samples text;
ALTER TABLE orders ADD CONSTRAINT orders_samples_check CHECK (samples IN ('requested', 'unavailable')) NOT VALID;
