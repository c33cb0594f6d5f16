-- How often the provider has said for certain that it took nothing: the next capture then goes by another request id,
-- since a repeated id is answered as it was the first time.
ALTER TABLE payments ADD COLUMN refusals smallint NOT NULL DEFAULT 0;
-- What was paid is asked about once a day, for refunds and disputes that nobody told us of.
CREATE INDEX payments_taken ON payments (checked_at NULLS FIRST) WHERE state = 'captured';
