-- ── reductions of orders ────────────────────────────────────────────────────
-- The reductions themselves are a setting (docs/decisions/0077-reductions.md). Here is how often each is used.
CREATE TABLE reduction_counts (
  reduction_id text PRIMARY KEY CHECK (length(reduction_id) BETWEEN 1 AND 40),
  -- Orders with it that are not cancelled. Locked before an order's limits are checked.
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0)
);
CREATE TABLE reduction_uses (
  order_id text PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  reduction_id text NOT NULL REFERENCES reduction_counts,
  -- Its order was cancelled.
  released_at timestamptz
);
CREATE INDEX reduction_uses_reduction ON reduction_uses (reduction_id) WHERE released_at IS NULL;

CREATE FUNCTION count_reduction_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reduction_counts SET used = used + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END WHERE reduction_id = NEW.reduction_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_use AFTER INSERT ON reduction_uses FOR EACH ROW EXECUTE FUNCTION count_reduction_use();
CREATE TRIGGER count_release AFTER UPDATE OF released_at ON reduction_uses FOR EACH ROW
  WHEN (OLD.released_at IS NULL AND NEW.released_at IS NOT NULL) EXECUTE FUNCTION count_reduction_use();

-- A cancelled order gives its use back.
CREATE FUNCTION release_reduction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reduction_uses SET released_at = now() WHERE order_id = NEW.id AND released_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER release_reduction AFTER UPDATE OF cancelled_at ON orders FOR EACH ROW
  WHEN (OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL AND NEW.reduction_name IS NOT NULL)
  EXECUTE FUNCTION release_reduction();
