-- outside a transaction
-- The dashboard adds up what was given back in a period.
DROP INDEX CONCURRENTLY IF EXISTS refunds_done;

CREATE INDEX CONCURRENTLY refunds_done ON refunds (updated_at) INCLUDE (amount_cents) WHERE state = 'done';
