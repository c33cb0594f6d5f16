-- ── parcels ─────────────────────────────────────────────────────────────────
-- Parcels handed over to a carrier, and what is in them (docs/decisions/0071-parcels.md).
CREATE TABLE parcels (
  id text PRIMARY KEY CHECK (length(id) = 26),
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  carrier text NOT NULL CHECK (carrier IN ('Colissimo', 'Chronopost', 'Mondial Relay', 'Autre')),
  tracking_number text CHECK (tracking_number ~ '^[A-Z0-9]{6,30}$'),
  -- Null: the account was deleted.
  handed_over_by text REFERENCES users ON DELETE SET NULL,
  handed_over_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (carrier, tracking_number),
  UNIQUE (id, order_id)
);
CREATE INDEX parcels_order ON parcels (order_id);
CREATE INDEX parcels_handed_over_by ON parcels (handed_over_by);

CREATE TABLE parcel_lines (
  parcel_id text NOT NULL,
  order_id text NOT NULL,
  position smallint NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  PRIMARY KEY (parcel_id, position),
  FOREIGN KEY (parcel_id, order_id) REFERENCES parcels (id, order_id) ON DELETE CASCADE,
  FOREIGN KEY (order_id, position) REFERENCES order_lines ON DELETE CASCADE
);
CREATE INDEX parcel_lines_line ON parcel_lines (order_id, position);

-- The order's customer and the administrators follow its parcels.
CREATE TRIGGER live_change AFTER INSERT OR UPDATE ON parcels FOR EACH ROW EXECUTE FUNCTION notify_order();

-- ── returns ─────────────────────────────────────────────────────────────────
-- Goods that come back (docs/decisions/0072-returns.md): expected → received → refunded, or closed.
CREATE TABLE returns (
  id text PRIMARY KEY CHECK (length(id) = 26),
  order_id text NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- The statement of withdrawal that announced it; null: an administrator did, or the statement was deleted after five years.
  withdrawal_id text UNIQUE REFERENCES withdrawals ON DELETE SET NULL,
  created_by text REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  received_by text REFERENCES users ON DELETE SET NULL,
  received_at timestamptz,
  -- Closed by hand: the goods never came, or nothing is refunded.
  closed_at timestamptz,
  close_reason text CHECK (length(close_reason) BETWEEN 1 AND 500),
  UNIQUE (id, order_id),
  CONSTRAINT returns_closed CHECK ((closed_at IS NULL) = (close_reason IS NULL))
);
CREATE INDEX returns_order ON returns (order_id);
CREATE INDEX returns_created_by ON returns (created_by);
CREATE INDEX returns_received_by ON returns (received_by);

CREATE TABLE return_lines (
  return_id text NOT NULL,
  order_id text NOT NULL,
  position smallint NOT NULL,
  expected integer NOT NULL CHECK (expected BETWEEN 1 AND 99),
  -- What came: back on the shelf, or damaged.
  shelved integer NOT NULL DEFAULT 0 CHECK (shelved >= 0),
  damaged integer NOT NULL DEFAULT 0 CHECK (damaged >= 0),
  PRIMARY KEY (return_id, position),
  FOREIGN KEY (return_id, order_id) REFERENCES returns (id, order_id) ON DELETE CASCADE,
  FOREIGN KEY (order_id, position) REFERENCES order_lines ON DELETE CASCADE,
  CONSTRAINT return_lines_received CHECK (shelved + damaged <= expected)
);
CREATE INDEX return_lines_line ON return_lines (order_id, position);

CREATE TRIGGER live_change AFTER INSERT OR UPDATE ON returns FOR EACH ROW EXECUTE FUNCTION notify_order();

-- What was sent and what came back never exceeds what was bought. The order's row is locked by whoever writes these rows.
CREATE FUNCTION check_line_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bought integer := (SELECT quantity FROM order_lines WHERE order_id = NEW.order_id AND position = NEW.position);
BEGIN
  IF bought < (SELECT sum(quantity) FROM parcel_lines WHERE order_id = NEW.order_id AND position = NEW.position) THEN
    RAISE EXCEPTION 'line % of order % is sent more often than bought', NEW.position, NEW.order_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'parcel_lines_bought';
  END IF;
  IF bought < (SELECT sum(CASE WHEN received_at IS NOT NULL OR closed_at IS NOT NULL THEN shelved + damaged ELSE expected END)
      FROM return_lines JOIN returns ON returns.id = return_id
      WHERE return_lines.order_id = NEW.order_id AND position = NEW.position) THEN
    RAISE EXCEPTION 'line % of order % comes back more often than bought', NEW.position, NEW.order_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'return_lines_bought';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER limits AFTER INSERT OR UPDATE ON parcel_lines FOR EACH ROW EXECUTE FUNCTION check_line_limits();
CREATE TRIGGER limits AFTER INSERT OR UPDATE ON return_lines FOR EACH ROW EXECUTE FUNCTION check_line_limits();
