-- The day on which the author of a review received its product, kept when the account is deleted: afterwards no order tells it
-- (docs/decisions/0111-review-authors.md). Null: not known. `experienced_on` stays what the author stated.
ALTER TABLE comments ADD COLUMN received_on date;
