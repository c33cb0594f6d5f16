-- contract: the former version reads and writes an integer as it does a smallint.
-- short: one row a try at the provider; a million of them are written anew in a few seconds.
-- A smallint ends at 32,767: the next try of an order that is never approved failed with « smallint out of range ».
ALTER TABLE payments ALTER COLUMN attempt TYPE integer, ALTER COLUMN refusals TYPE integer;
