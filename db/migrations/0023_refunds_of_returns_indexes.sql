-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS refunds_return;

CREATE INDEX CONCURRENTLY refunds_return ON refunds (return_id) WHERE return_id IS NOT NULL;

ALTER TABLE refunds VALIDATE CONSTRAINT refunds_return_fkey;
