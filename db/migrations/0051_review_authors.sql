-- Who wrote a review that is removed, or whose author's account is deleted: kept apart for the authorities
-- (docs/decisions/0111-review-authors.md). No page reads it.
CREATE TABLE review_authors (
  comment_id text PRIMARY KEY,
  product_id text NOT NULL,
  published_at timestamptz NOT NULL,
  -- Civil identity: five years.
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  date_of_birth date,
  -- The account: one year, then null.
  account_id text,
  account_created_at timestamptz,
  -- When the review or the account was removed, whichever was later.
  kept_from timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX review_authors_account ON review_authors (account_id);
CREATE INDEX review_authors_kept_from ON review_authors (kept_from);
