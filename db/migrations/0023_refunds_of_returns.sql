-- The return that a refund pays back (docs/decisions/0072-returns.md); null: a refund without a return.
ALTER TABLE refunds ADD COLUMN return_id text;
ALTER TABLE refunds ADD CONSTRAINT refunds_return_fkey FOREIGN KEY (return_id) REFERENCES returns NOT VALID;
