-- What the law asks of reviews: the date of the experience and its control (code de la consommation, L111-7-2, D111-17),
-- reports of illegal content and reasoned decisions (regulation 2022/2065, art. 16 and 17).
ALTER TABLE comments
  ADD COLUMN experienced_on date,
  -- Set when the author's account is deleted: afterwards no order shows the purchase any more.
  ADD COLUMN was_bought boolean NOT NULL DEFAULT false,
  -- Hidden by an administrator: no page shows the comment, and it does not count in the average.
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_reason text;
ALTER TABLE comments ADD CONSTRAINT comments_hidden_check CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)) NOT VALID;

CREATE OR REPLACE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF OLD.hidden_at IS NULL THEN
      UPDATE products SET rating_sum = rating_sum - OLD.rate, rating_count = rating_count - 1 WHERE id = OLD.product_id;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.hidden_at IS NULL THEN
      UPDATE products SET rating_sum = rating_sum + NEW.rate, rating_count = rating_count + 1 WHERE id = NEW.product_id;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER comments_rating AFTER INSERT OR DELETE OR UPDATE OF rate, product_id, hidden_at ON comments
  FOR EACH ROW EXECUTE FUNCTION count_rating();

-- A delivery makes the customer's comments on its products « Achat vérifié ». The topic of notify_author_change.
CREATE FUNCTION notify_bought() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'comments', 'ids', json_agg(product_id))::text)
    FROM (SELECT product_id, (row_number() OVER (ORDER BY product_id) - 1) / 200 AS part
      FROM (SELECT DISTINCT product_id FROM comments JOIN order_lines USING (product_id)
        WHERE author_id = NEW.customer_id AND order_id = NEW.id) AS bought) AS parts
    GROUP BY part;
  RETURN NULL;
END $$;
CREATE TRIGGER live_bought AFTER UPDATE OF is_shipped ON orders FOR EACH ROW
  WHEN (NEW.is_shipped AND NOT OLD.is_shipped)
  EXECUTE FUNCTION notify_bought();

CREATE TABLE review_reports (
  id text PRIMARY KEY,
  -- Null once the review is removed.
  comment_id text REFERENCES comments ON DELETE SET NULL,
  -- Like an order's lines, without a foreign key: the report outlives the product.
  product_id text NOT NULL,
  product_name text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('illegal', 'personal', 'fake', 'unrelated', 'other')),
  explanation text NOT NULL CHECK (length(explanation) <= 2000),
  -- Both blank once the reporter's account is deleted.
  name text NOT NULL CHECK (length(name) <= 200),
  email text NOT NULL CHECK (length(email) <= 254),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- removed: its author removed the review before a decision.
  decision text CHECK (decision IN ('hidden', 'kept', 'removed')),
  decision_reason text,
  decided_at timestamptz,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decision_reason IS NULL))
);
CREATE INDEX review_reports_comment ON review_reports (comment_id);
CREATE INDEX review_reports_open ON review_reports (id) WHERE decided_at IS NULL;
CREATE INDEX review_reports_decided ON review_reports (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX review_reports_email ON review_reports (lower(email));

CREATE TRIGGER live_insert AFTER INSERT ON review_reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('report', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON review_reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('report', 'id', '');
CREATE TRIGGER live_delete AFTER DELETE ON review_reports REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('report', 'id', '');
