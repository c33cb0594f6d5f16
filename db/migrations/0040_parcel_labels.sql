-- ── cancelling a label ──────────────────────────────────────────────────────
-- docs/decisions/0095-late-cancellations.md. When the provider was last asked to cancel it, and has not answered; null otherwise.
ALTER TABLE shipping_labels ADD COLUMN cancel_asked_at timestamptz;

-- The label with which a parcel left. No foreign key: labels are deleted before their parcels.
ALTER TABLE parcels ADD COLUMN label_id text;

-- A job ends cancellations: the administrators' pages follow.
CREATE FUNCTION notify_cancelled_label() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', id, 'owner', customer_id)::text)
  FROM orders WHERE id = OLD.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live_cancelled AFTER DELETE ON shipping_labels FOR EACH ROW WHEN (OLD.cancel_asked_at IS NOT NULL)
  EXECUTE FUNCTION notify_cancelled_label();
