-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS invoices_issued;

-- The accounting exports read the documents of a period in order.
CREATE INDEX CONCURRENTLY invoices_issued ON invoices (issued_at, number);
